#!/bin/sh
# Runs a program under the Node that the service needs; runtime.mjs finds that one, or fetches it.
export NPM_PID=$PPID
node=$(node scripts/runtime.mjs) || exit
export PATH="${node%/*}:$PATH"
exec "$node" "$@"
