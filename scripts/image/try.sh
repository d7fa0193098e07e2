#!/bin/sh
# Tries an image with all restrictions of docs/install.md: try.sh IMAGE. Needs docker or podman (ENGINE), and curl. Prints
# what it has measured; fails if a promise is broken.
set -eu
image=$1
engine=${ENGINE:-docker}
port=${PORT:-4410}
name=weekfare-try-$$
volume=$name
trap '"$engine" rm -f "$name" >/dev/null 2>&1; "$engine" volume rm -f "$volume" >/dev/null 2>&1' EXIT

fail() {
  echo "broken: $1" >&2
  "$engine" logs "$name" >&2 || true
  exit 1
}
now() { date +%s%N; }
milliseconds_since() { echo $((($(now) - $1) / 1000000)); }

for user in 65532:65532 12345:54321; do
  started=$(now)
  "$engine" run -d --name "$name" --user "$user" --read-only --tmpfs /tmp --cap-drop=ALL \
    --security-opt no-new-privileges -p "127.0.0.1:$port:3000" -v "$volume:/data" "$image" >/dev/null
  until curl -sf "http://127.0.0.1:$port/readyz" >/dev/null; do
    [ "$(milliseconds_since "$started")" -lt 60000 ] || fail "not ready after a minute as $user"
    sleep 0.05
  done
  echo "user $user: ready after $(milliseconds_since "$started") ms"
  [ "$(curl -s -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port/")" = 200 ] || fail "no page"
  "$engine" exec "$name" /usr/local/bin/node /app/bin/healthcheck.mjs || fail "the health check fails"
  key=$("$engine" logs "$name" 2>&1 | sed -n "s/.*X-API-Key: \([^']*\)'.*/\1/p")
  curl -sf -H "X-API-Key: $key" "http://127.0.0.1:$port/api/meal-plans/v1/current" | grep -q '"Monday"' ||
    fail "the printed key does not read the plan"
  sleep 10
  pid=$("$engine" inspect --format '{{.State.Pid}}' "$name")
  echo "user $user: resident $(awk '/VmRSS/ { print int($2 / 1024) }' "/proc/$pid/status") MB"
  started=$(now)
  "$engine" stop -t 20 "$name" >/dev/null
  echo "user $user: stopped after $(milliseconds_since "$started") ms"
  code=$("$engine" inspect --format '{{.State.ExitCode}}' "$name")
  [ "$code" = 0 ] || fail "SIGTERM ended it with exit code $code"
  "$engine" rm "$name" >/dev/null
  "$engine" volume rm "$volume" >/dev/null
done

# A folder that its user may not write: one sentence, and it ends.
folder=$(mktemp -d)
chmod 0700 "$folder"
set +e
said=$("$engine" run --rm --name "$name" --user 12345:54321 --cap-drop=ALL -v "$folder:/data" "$image" 2>&1)
code=$?
set -e
rmdir "$folder"
[ "$code" = 1 ] || fail "with a folder of another user it ended with $code"
echo "folder of another user: $said"
