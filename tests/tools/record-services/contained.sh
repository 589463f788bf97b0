#!/usr/bin/env bash
# Records the services beside this script in containers of cgroup v1, as root: once without bounds, then under CPU quotas of
# 0.6, 1.1 and 1.8 times the CPU that they used, then with 0.8, 0.95 and 1.15 times the memory. 10 seconds each.
# usage: contained.sh FOLDER [KIND…]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
program=$(mktemp -d)/record-services
(cd "$here" && go build -o "$program" .)
mkdir -p "$folder"
kinds=("${@:2}")
[ ${#kinds[@]} -gt 0 ] || kinds=(api rpc cache queue parse store chat search images lsm gateway broker columnar exchange shipper
  render bank session zipper pages fan thumbs reindex batch)

record() { # kind tag quota-in-CPUs memory-in-bytes
  local name=$1-gogc100-limitoff$2 status=0 group
  for group in cpu cpuacct memory; do mkdir -p "/sys/fs/cgroup/$group/sawtooth"; done
  local cpu=/sys/fs/cgroup/cpu/sawtooth memory=/sys/fs/cgroup/memory/sawtooth accounts=/sys/fs/cgroup/cpuacct/sawtooth
  [ "$3" = off ] || awk "BEGIN {printf \"%d\", 100000 * $3}" >"$cpu/cpu.cfs_quota_us"
  [ "$4" = off ] || echo "$4" >"$memory/memory.limit_in_bytes"
  (
    for group in cpu cpuacct memory; do echo "$BASHPID" >"/sys/fs/cgroup/$group/sawtooth/cgroup.procs"; done
    GODEBUG=gctrace=1 exec "$program" "$1" 10 2>"$folder/$name.log" >"$folder/$name.json"
  ) || status=$?
  {
    echo "quota $3"
    echo "memory $4"
    echo "status $status"
    cat "$cpu/cpu.stat"
    echo "cpu_ns $(cat "$accounts/cpuacct.usage")"
    echo "max_bytes $(cat "$memory/memory.max_usage_in_bytes")"
  } >"$folder/$name.container"
  for group in cpu cpuacct memory; do rmdir "/sys/fs/cgroup/$group/sawtooth"; done
}

# A figure of the run without bounds.
field() { awk -v key="$2" '$1 == key {print $2}' "$folder/$1-gogc100-limitoff.container"; }

for kind in "${kinds[@]}"; do
  record "$kind" '' off off
  wall=$(sed 's/.*"wallSeconds":\([0-9.]*\).*/\1/' "$folder/$kind-gogc100-limitoff.json")
  for share in 0.6 1.1 1.8; do
    quota=$(awk "BEGIN {q = $share * $(field "$kind" cpu_ns) / 1e9 / $wall; printf \"%.2f\", q < 0.02 ? 0.02 : q}")
    # A quota of both CPUs is none.
    if awk "BEGIN {exit !($quota < 1.9)}"; then record "$kind" "-cpu$quota" "$quota" off; fi
  done
  for share in 0.8 0.95 1.15; do
    bytes=$(awk "BEGIN {printf \"%d\", $share * $(field "$kind" max_bytes) / 4096}")
    record "$kind" "-memory$share" off $((bytes * 4096))
  done
done
