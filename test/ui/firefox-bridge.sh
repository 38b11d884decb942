#!/bin/sh
# Runs the bridge with the Bun of the tests, which need not be on PATH.
exec "$BUN" --no-env-file "$(dirname "$0")/firefox-bridge.ts" "$@"
