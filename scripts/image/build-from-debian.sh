#!/bin/sh
# Builds the image where no public base image can be pulled: makes both base images of the Dockerfile from Debian's
# packages and a Node 26, and then runs the Dockerfile. Needs root, buildah and debootstrap. The result is weekfare:VERSION
# in the storage of buildah and podman.
set -eu
cd "$(dirname "$0")/../.."
version=$(sed -n 's/^  "version": "\(.*\)",/\1/p' package.json)
node=$(readlink -f node_modules/.bin/node)
npm=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
suite=bookworm
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export STORAGE_DRIVER="${STORAGE_DRIVER:-vfs}" BUILDAH_ISOLATION="${BUILDAH_ISOLATION:-chroot}"

# Like gcr.io/distroless/cc: the libraries, certificates and time zones, without a shell.
mkdir "$work/runtime" "$work/packages"
(
  cd "$work/packages"
  apt-get download -q libc6 libgcc-s1 libstdc++6 ca-certificates tzdata netbase >/dev/null
  for package in *.deb; do dpkg-deb -x "$package" "$work/runtime"; done
)
cd "$work/runtime"
rm -rf usr/share/doc usr/share/man usr/share/locale usr/share/lintian usr/lib/*/gconv usr/lib/*/audit
mkdir -p etc/ssl/certs tmp
cat usr/share/ca-certificates/mozilla/*.crt > etc/ssl/certs/ca-certificates.crt
chmod 1777 tmp
printf 'root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n' > etc/passwd
cd - >/dev/null
container=$(buildah from scratch)
buildah add -q "$container" "$work/runtime" / >/dev/null
buildah commit -q --rm "$container" localhost/weekfare-runtime >/dev/null

# Like node:26-bookworm-slim.
if ! buildah inspect --type image localhost/weekfare-build >/dev/null 2>&1; then
  debootstrap --variant=minbase --include=libatomic1,libstdc++6,ca-certificates "$suite" "$work/build" > "$work/log" ||
    { tail "$work/log"; exit 1; }
  rm -rf "$work/build/var/cache/apt" "$work/build/var/lib/apt/lists"
  mkdir -p "$work/build/usr/local/lib/node_modules"
  cp "$node" "$work/build/usr/local/bin/node"
  cp -R "$npm" "$work/build/usr/local/lib/node_modules/npm"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/build/usr/local/bin/npm"
  container=$(buildah from scratch)
  buildah add -q "$container" "$work/build" / >/dev/null
  buildah commit -q --rm "$container" localhost/weekfare-build >/dev/null
fi

# The settings of npm on this machine, such as its registry, and the certificates that it trusts.
cat "${NPM_CONFIG_USERCONFIG:-$HOME/.npmrc}" > "$work/npmrc" 2>/dev/null || true
printf '\ncafile=/etc/ssl/certs/ca-certificates.crt\n' >> "$work/npmrc"
buildah bud -q --format docker -t "weekfare:$version" \
  -v "$work/npmrc:/root/.npmrc:ro" -v /etc/ssl/certs:/etc/ssl/certs:ro \
  --build-arg BUILD_IMAGE=localhost/weekfare-build --build-arg RUNTIME_IMAGE=localhost/weekfare-runtime .
