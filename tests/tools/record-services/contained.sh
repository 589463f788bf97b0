#!/usr/bin/env bash
# Records the services beside this script in containers of cgroup v1, as root, 10 seconds each: once without bounds, then
# bounds: under CPU quotas of 0.6, 1.1 and 1.8 times the CPU that they used, then with 0.8, 0.95 and 1.15 times the memory;
# settings: in containers whose memory, quota, GOGC and GOMEMLIMIT somebody chose from what the first run took (see below).
# advised: with settings that somebody was advised to take; each line of PLAN has a kind, GOGC, GOMEMLIMIT, and the MiB of the container.
# quota: all runs under a CPU quota, also the first; each line of PLAN has a kind and its quota in CPUs.
# usage: contained.sh FOLDER bounds|settings [KIND…], or contained.sh FOLDER advised|quota PLAN
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
folder=$(realpath -m "$1")
program=$(mktemp -d)/record-services
(cd "$here" && go build -o "$program" .)
mkdir -p "$folder"
kinds=("${@:3}")
[ ${#kinds[@]} -gt 0 ] || kinds=(api rpc cache queue parse store chat search images lsm gateway broker columnar exchange shipper
  render bank session zipper pages fan thumbs reindex batch)

record() { # kind tag quota-in-CPUs memory-in-bytes GOGC GOMEMLIMIT
  local name=$1-gogc$5-limit$6$2 status=0 group
  for group in cpu cpuacct memory; do mkdir -p "/sys/fs/cgroup/$group/sawtooth"; done
  local cpu=/sys/fs/cgroup/cpu/sawtooth memory=/sys/fs/cgroup/memory/sawtooth accounts=/sys/fs/cgroup/cpuacct/sawtooth
  [ "$3" = off ] || awk "BEGIN {printf \"%d\", 100000 * $3}" >"$cpu/cpu.cfs_quota_us"
  [ "$4" = off ] || echo "$4" >"$memory/memory.limit_in_bytes"
  (
    for group in cpu cpuacct memory; do echo "$BASHPID" >"/sys/fs/cgroup/$group/sawtooth/cgroup.procs"; done
    GODEBUG=gctrace=1 GOGC=$5 GOMEMLIMIT=$6 exec "$program" "$1" 10 2>"$folder/$name.log" >"$folder/$name.json"
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

# So many times a figure of the run without bounds.
times() { awk "BEGIN {printf \"$3\", $1 * $2}"; }

bounds() { # kind CPUs-used peak-bytes
  local share quota bytes
  for share in 0.6 1.1 1.8; do
    quota=$(awk "BEGIN {q = $share * $2; printf \"%.2f\", q < 0.02 ? 0.02 : q}")
    # A quota of both CPUs is none.
    if awk "BEGIN {exit !($quota < 1.9)}"; then record "$1" "-cpu$quota" "$quota" off 100 off; fi
  done
  for share in 0.8 0.95 1.15; do
    bytes=$(awk "BEGIN {printf \"%d\", $share * $3 / 4096}")
    record "$1" "-memory$share" off $((bytes * 4096)) 100 off
  done
}

settings() { # kind CPUs-used peak-bytes
  local mib=$(($3 / 1048576 + 1)) limit memory
  set_limit() { memory=$(times "$1" "$mib" %d) limit=$(times "$2" "$memory" %d)MiB; }
  # What is often advised: nine tenths for the memory limit, GOGC off.
  set_limit 1.1 0.9
  record "$1" "-memory1.1" off $((memory * 1048576)) off "$limit"
  # To save memory: a smaller container, and a limit so that it holds; or a lower GOGC.
  set_limit 0.85 0.9
  record "$1" "-memory0.85" off $((memory * 1048576)) 100 "$limit"
  set_limit 0.9 1
  record "$1" "-memory0.9" off $((memory * 1048576)) 50 off
  # To save CPU: a quarter more memory, and twice the GOGC.
  set_limit 1.25 1
  record "$1" "-memory1.25" off $((memory * 1048576)) 200 off
  # A mistake: the limit is the whole container.
  set_limit 1 1
  record "$1" "-memory1" off $((memory * 1048576)) off "$limit"
  # All at once, with a CPU quota.
  set_limit 1.1 0.9
  local quota=$(times 1.3 "$2" %.2f)
  if awk "BEGIN {exit !($quota < 1.9)}"; then
    record "$1" "-cpu$quota-memory1.1" "$quota" $((memory * 1048576)) 100 "$limit"
  fi
}

if [ "$2" = advised ]; then
  while read -r kind gogc limit mib; do
    record "$kind" "-memory${mib}MiB" off $((mib * 1048576)) "$gogc" "$limit"
  done <"$3"
  exit
fi

if [ "$2" = quota ]; then
  while read -r kind quota; do
    record "$kind" '' "$quota" off 100 off
    record "$kind" '' "$quota" off 50 off
    record "$kind" '' "$quota" off 200 off
    # What is often advised to save CPU: GOGC off, with the memory that it has as the limit.
    record "$kind" '' "$quota" off off "$(($(field "$kind" max_bytes) / 1048576 + 1))MiB"
  done <"$3"
  exit
fi

for kind in "${kinds[@]}"; do
  record "$kind" '' off off 100 off
  wall=$(sed 's/.*"wallSeconds":\([0-9.]*\).*/\1/' "$folder/$kind-gogc100-limitoff.json")
  used=$(awk "BEGIN {print $(field "$kind" cpu_ns) / 1e9 / $wall}")
  "$2" "$kind" "$used" "$(field "$kind" max_bytes)"
done
