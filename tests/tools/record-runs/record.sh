#!/usr/bin/env bash
# Records the six programs beside this script under many settings, twice: some twenty minutes in which the machine
# should do nothing else. `extract-runs.mjs FOLDER/recorded` makes what the evidence is measured by of it; the logs it
# starts from are copied to FOLDER/logs. usage: record.sh FOLDER [SECONDS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
seconds=${2:-5}
program=$(mktemp -d)/record-runs
(cd "$here" && go build -o "$program" .)
declare -A limits=(
  [sessions]='64MiB 96MiB' [index]='44MiB 72MiB' [pipeline]='48MiB 80MiB'
  [lru]='160MiB 224MiB' [tree]='80MiB 120MiB' [sorts]='80MiB 160MiB'
)

record() { # repeat program GOGC GOMEMLIMIT GOMAXPROCS
  local name=$folder/recorded/$1/$2-gogc$3-limit$4-p$5
  GODEBUG=gctrace=1 GOGC=$3 GOMEMLIMIT=$4 GOMAXPROCS=$5 "$program" "$2" "$seconds" 2>"$name.log" >"$name.json"
}

mkdir -p "$folder/logs" "$folder"/recorded/{a,b}
for repeat in a b; do
  for name in sessions index pipeline lru tree sorts; do
    for gogc in 100 50 200 400; do record $repeat $name $gogc off 2; done
    for limit in ${limits[$name]}; do
      record $repeat $name 100 "$limit" 2
      record $repeat $name off "$limit" 2
    done
    record $repeat $name 100 off 1
    cp "$folder/recorded/$repeat/$name-gogc100-limitoff-p2.log" "$folder/logs/$name-$repeat.log"
  done
done
