#!/bin/sh
# Joins the images IMAGE:TAG-amd64 and IMAGE:TAG-arm64 to IMAGE:TAG and IMAGE:latest and signs it: publish-image.sh IMAGE TAG.
# Needs docker with buildx, which is signed in to the registry, and cosign. COSIGN_OPTIONS can name a key; without one
# cosign asks for the identity of the workflow.
set -eu
image=$1
tag=$2
docker buildx imagetools create --tag "$image:$tag" --tag "$image:latest" "$image:$tag-amd64" "$image:$tag-arm64"
digest=$(docker buildx imagetools inspect "$image:$tag" --format '{{.Manifest.Digest}}')
# shellcheck disable=SC2086
cosign sign --yes ${COSIGN_OPTIONS:-} "$image@$digest"
echo "$image@$digest"
