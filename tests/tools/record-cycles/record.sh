#!/usr/bin/env bash
# Records what Go's own GC controller computes over one cycle from random states: plan, start, revisions, end, next
# plan. The two Go files beside this script are laid over the runtime package's tests; nothing of Go is changed.
# usage: record.sh OUTPUT.json SEED COUNT
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
output=$(realpath -m "$1")
runtime=$(go env GOROOT)/src/runtime
overlay=$(mktemp)
trap 'rm -f "$overlay"' EXIT
cat > "$overlay" <<JSON
{"Replace": {
  "$runtime/export_cycle_test.go": "$here/export_cycle_test.go",
  "$runtime/cycle_test.go": "$here/cycle_test.go"
}}
JSON
cd "$runtime"
# amd64-v1 has no fused multiply-add: floats come out as in JavaScript.
GOARCH=amd64 GOAMD64=v1 REC_OUT="$output" REC_SEED="$2" REC_COUNT="$3" \
  go test -vet=off -overlay "$overlay" -run '^TestRecordCycles$' -count=1 runtime
