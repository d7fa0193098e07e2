# The image of Weekfare: Node and the package of `npm run pack`, without a shell. docs/install.md says how to run it.
ARG BUILD_IMAGE=docker.io/library/node:26.10.0-bookworm-slim@sha256:662933cf47f013bc8e4beb31a6116448427a82057ba7c42c97e4c5ba766504c2
ARG RUNTIME_IMAGE=gcr.io/distroless/cc-debian12:nonroot@sha256:9dac0a79194e45a7da0158a9c6da57b217585af0786db3845d1f0ec1a0dd182f

FROM ${BUILD_IMAGE} AS build
WORKDIR /build
COPY . .
# The image brings Node itself: the packages with Node are the optional ones. Node needs libatomic, which the runtime
# image lacks.
RUN npm run --silent pack \
  && cd dist/package \
  && npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund --loglevel=error \
  && install -d -m 0777 /image/data \
  && install -D -t /image/usr/local/bin "$(command -v node)" \
  && install -D -m 0644 -t /image/usr/local/lib "$(find /usr/lib /lib -name 'libatomic.so.1' | head -1)" \
  && mv /build/dist/package /image/app

FROM ${RUNTIME_IMAGE}
COPY --from=build /image/ /
ENV HOST=0.0.0.0 DATA_DIR=/data LD_LIBRARY_PATH=/usr/local/lib NODE_ENV=production
VOLUME /data
EXPOSE 3000
USER 65532:65532
WORKDIR /app
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/usr/local/bin/node", "/app/bin/healthcheck.mjs"]
ENTRYPOINT ["/usr/local/bin/node", "/app/bin/weekfare.mjs"]
