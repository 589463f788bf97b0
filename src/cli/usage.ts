export const USAGE = `sawtooth: what GOGC, GOMEMLIMIT and the GC CPU limit do to a Go program

usage:
  sawtooth simulate SCENARIO… [--cycles] [--ndjson]
      One line of JSON per scenario: its result.
      --cycles   adds "cycleList", one object per GC cycle
      --ndjson   files and standard input hold one scenario per line, answered line by line (blank lines
                 are skipped; without SCENARIO, standard input is read)
  sawtooth link SCENARIO
      The share link of a scenario, from its # on.
  sawtooth scenario SCENARIO
      The scenario as JSON, every default filled in, sizes in bytes.
  sawtooth export SCENARIO --as FORMAT
      The run or its settings, for documents: svg (the figure), csv (the run's points), cycles (JSON, with reasons),
      scenario (JSON), gctrace (as Go prints it; runtime model). Or lines to paste: env (GOGC=…), yaml (Kubernetes),
      downward (its downward API), helm, compose, dockerfile, systemd, go, automemlimit, alerts (PromQL).
  sawtooth gctrace FILE
      The GC cycles of a log, Go 1.5 to 1.27, as JSON: {"cycles": […], "problems": […], "findings": […]}. - is standard input.
  sawtooth estimate INPUT… [WHICH] [SETTINGS]
      What is known of a program, the scenario that follows, and what is wrong with its settings, as JSON.
      --scrape URL [--every 15s] [--for 60s]   reads /metrics or /debug/vars of a running service itself
  sawtooth what-if INPUT… [--gogc N|off] [--memory-limit SIZE|off] [--container SIZE|off] [--procs N] [--cpu-quota CPUS|off] [--duration S] [WHICH]
      Simulates the same program under other settings, with "range" (90 %), "outcomes" (how many of the programs that fit are
      killed) and "outlook" (survives, could-be-killed, would-be-killed: what the page says of the container).
      --container  the same as --container-limit
      --duration   elapsed seconds to simulate; by default as many as the log covers, and for metrics those of about ten
                   GC cycles (60 to 600)
      --was-gogc, --was-memory-limit   settings of a log's run, or of a dump's process, if it does not show them
  sawtooth map INPUT…|SCENARIO [--gogc A..B] [--memory-limit A..B] [--columns N] [--rows N] [WHICH]
      The run under every GOGC and GOMEMLIMIT of a grid as CSV, one line per setting; sizes in bytes, off last.
      --columns, --rows   how many GOGCs and limits, off among them: 16 and 12 by default
      Without ranges: GOGC 10 to 1000, limits from half of what the program keeps to its container or, without one, to
      where a limit hardly acts.
  sawtooth advise INPUT…|SCENARIO [--outside SIZE] [--max-gc-cpu P%] [--margin P%] [WHICH] [SETTINGS]
      Options, each simulated, with figures and risk; and the recommended one.
      --outside    memory outside Go in the container
      --margin     how much more live heap and allocation rate an option must survive, 25% by default
      --core-price, --gib-price   price of one core, and of one GiB of memory, for a month
  sawtooth check INPUT…|SCENARIO [--max-gc-cpu P%] [--baseline INPUT] [--markdown] [WHICH] [SETTINGS]
      Whether the program is healthy or tight, keeps 5 % of its container free, and keeps the bounds given; exit code 3 if
      not. It judges one run: if there are several, it stops with exit code 2, and --run has to name one.
      --baseline   a recording to compare with; the usual difference between two runs of one program is accepted
  sawtooth render PATH… [--check] [--base URL]
      Pictures (SVG and PNG, light and dark) of the fenced blocks marked sawtooth in Markdown and MDX, beside the text.
      -         reads a document from standard input and prints it, with pictures in place of its blocks
      --check   writes nothing; exit code 3 if a picture is out of date
      --base    address of the Sawtooth that pictures lead to
  sawtooth lessons
      All lessons of the course, as a JSON list of lesson documents.
  sawtooth lesson FILE
      Checks a lesson document, including its runs. Prints its problems, or its link. - is standard input.
  sawtooth verify-pacer DIR
      Compares pacer, goals, triggers and limiter with recordings of Go's own.

SCENARIO is a link (#…, http:…, https:…, file:…), - for standard input, a file with scenario JSON, or a preset:
PRESETS

INPUT is a gctrace log, /metrics, an answer of Prometheus (JSON), /debug/vars, /debug/pprof/heap?debug=1, a JSON object of
runtime/metrics names, or a manifest (Kubernetes, compose, Dockerfile, systemd, env file, docker run, ECS, Azure): a file or -. Each is
known by its content; several can be combined.

WHICH selects one if inputs hold several:
  --run N                which process or run of the metrics, or run of a log, from 0; by default the process with the most
                         scrapes, or the run with the most GC cycles
  --container-name NAME  which container of the manifests, or of the metrics (or POD/NAME); by default the one that the
                         metrics name, else the first of the manifests that sets a variable of Go and is large enough
  --interval S           seconds between two scrapes that carry no times

SETTINGS are those in force; they override those of INPUT: --container SIZE|off, --gogc N|off, --memory-limit SIZE|off,
--cpu-quota CPUS|off, --procs N. A container's limit and quota may be written as Kubernetes writes them (512Mi, 500m). Where a
manifest takes a setting from elsewhere (a ConfigMap, a variable, a file that is not given), estimate names it in "problems",
and advise and check answer nothing that depends on it until it is given.
A SCENARIO has settings of its own: beside it only --container can be given.

exit codes: 0 it ran (even if the program is killed), 1 problems, printed as {"problems": […]}, or check cannot judge,
2 wrong usage, 3 check found a bound that is not kept
`
