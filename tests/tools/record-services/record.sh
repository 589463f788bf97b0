#!/usr/bin/env bash
# Records the services beside this script under six settings each, with GOMAXPROCS=1: a minute and a half each, which others
# should leave the machine alone in. `others` in `load.txt` says how many CPUs they took.
# usage: [PROCS=CPUS] record.sh FOLDER [SECONDS [KIND…]]
# The nine of readers: PROCS=2 record.sh FOLDER 12 fan reindex batch; taskset -c 1 record.sh FOLDER 12 render bank session zipper
# pages thumbs. The fifteen of again: taskset -c 1 record.sh FOLDER 12, without kinds and with those of the next line.
# PROCS=2 record.sh FOLDER 12 lsm gateway broker columnar exchange shipper: the six of tests/fixtures/services/blind
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
seconds=${2:-15}
program=$(mktemp -d)/record-services
(cd "$here" && go build -o "$program" .)
mkdir -p "$folder"
declare -A limits=([api]=72MiB [rpc]=28MiB [cache]=220MiB [queue]=36MiB [parse]=36MiB [store]=140MiB
  [chat]=64MiB [search]=100MiB [images]=48MiB)
# Of these also with GOGC=400, and under four limits: two with GOGC=100, then two with GOGC off.
declare -A more=([lsm]='72MiB 56MiB 85MiB 64MiB' [gateway]='43MiB 34MiB 51MiB 38MiB' [broker]='209MiB 163MiB 248MiB 186MiB'
  [columnar]='120MiB 93MiB 142MiB 107MiB' [exchange]='103MiB 80MiB 122MiB 91MiB' [shipper]='23MiB 18MiB 27MiB 20MiB'
  [render]='150MiB 114MiB 214MiB 101MiB' [bank]='295MiB 210MiB 422MiB 185MiB' [session]='146MiB 100MiB 209MiB 89MiB'
  [zipper]='139MiB 108MiB 198MiB 95MiB' [pages]='256MiB 166MiB 366MiB 147MiB' [fan]='60MiB 50MiB 100MiB 64MiB'
  [thumbs]='60MiB 52MiB 100MiB 70MiB' [reindex]='80MiB 60MiB 120MiB 75MiB' [batch]='200MiB 150MiB 300MiB 180MiB')

# CPU-seconds that all processes together have taken.
taken() { awk '/^cpu /{print ($2+$3+$4+$7+$8)/100}' /proc/stat; }

record() { # kind GOGC GOMEMLIMIT tag
  local name=$1-gogc$2-limit$3$4 before start
  before=$(taken) start=$(date +%s.%N)
  GODEBUG=gctrace=1 GOGC=$2 GOMEMLIMIT=$3 GOMAXPROCS=${PROCS:-1} "$program" "$1" "$seconds" 2>"$folder/$name.log" >"$folder/$name.json"
  echo "$name $(echo "$(taken) $before $(date +%s.%N) $start" | awk '{print ($1-$2)/($3-$4)}')" >>"$folder/load.txt"
}

kinds=("${@:3}")
[ ${#kinds[@]} -gt 0 ] || kinds=(api rpc cache queue parse store chat search images)
for kind in "${kinds[@]}"; do
  record $kind 100 off ''
  record $kind 100 off -b
  record $kind 50 off ''
  record $kind 200 off ''
  if [ -n "${more[$kind]:-}" ]; then
    record $kind 400 off ''
    read -r loose tight free held <<<"${more[$kind]}"
    for limit in $loose $tight; do record $kind 100 $limit ''; done
    for limit in $free $held; do record $kind off $limit ''; done
  else
    record $kind 100 "${limits[$kind]}" ''
    record $kind off "${limits[$kind]}" ''
  fi
done
