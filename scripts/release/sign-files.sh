#!/bin/sh
# Signs files and writes FILE.sigstore.json beside each: sign-files.sh FILE... Needs cosign. COSIGN_OPTIONS can name a key;
# without one cosign asks for the identity of the workflow.
set -eu
for file; do
  # shellcheck disable=SC2086
  cosign sign-blob --yes ${COSIGN_OPTIONS:-} --bundle "$file.sigstore.json" "$file"
done
