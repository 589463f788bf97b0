/** A form in which logs come: what it makes of a gc line; of some, more lines than one. */
export type Form = (text: string, i: number) => string

/** A service’s log: a cycle every 0.2 s, figures that vary as real ones do. */
export function gcText(i: number): string {
  const a = 400 + (i % 37)
  return `gc ${i + 1} @${(i * 0.2).toFixed(3)}s 3%: 0.0${10 + (i % 80)}+${8 + (i % 9)}.${i % 10}+0.0${10 + (i % 70)} ms clock, 0.${10 + (i % 80)}+${i % 7}.2/${12 + (i % 5)}/${i % 30}+0.${10 + (i % 60)} ms cpu, ${a}->${a + 9}->${a - 200} MB, ${a + 12} MB goal, 1 MB stacks, 0 MB globals, 8 P`
}

const stamp = (i: number) =>
  `2026-03-04T11:${two(i / 60)}:${two(i)}.${String(100_000_000 + ((i * 7919) % 900_000_000))}Z`
const two = (i: number) => String(Math.floor(i) % 60).padStart(2, '0')
const arrows = (arrow: string) => (text: string) => text.replaceAll('->', arrow)
const json = (text: string) => text.replaceAll('->', '-\\u003e')
const withoutStacks = (text: string) => text.replace(' 1 MB stacks, 0 MB globals,', '')
/** Go 1.5 prints five times on the clock and seven of CPU. */
const ofGo15 = (text: string) =>
  withoutStacks(text).replace(/: (\S+)\+(\S+)\+(\S+) ms clock, ([^+]+)\+/, ': $1+$2+0.1+$2+$3 ms clock, $4+0.2+0.3+')
const wrapped = (width: number, margin: string) => (text: string) =>
  (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((part) => margin + part).join('\n')
const wrappedAtWords = (width: number, margin: string) => (text: string) =>
  (text.match(new RegExp(`.{1,${width}}(?: |$)`, 'g')) ?? []).map((part) => margin + part.trimEnd()).join('\n')
/** Other lines of the runtime, and the program’s own. */
const PACER = [
  'pacer: assist ratio=+2.820698e+001 (scan 40 MB in 55->56 MB) workers=2+0',
  'pacer: 58% CPU (25 exp.) for 953744+2800+149346 B work (149346 B exp.) in 3997696 B -> 5324800 B (∆goal 1130496, cons/mark +0.000000e+000)',
  'pacer: sweep done at heap size 2MB; allocated 1MB during sweep; swept 588 pages at +0.000000e+000 pages/byte',
]
const OLD_PACER =
  'pacer: H_m_prev=30190064 h_t=+9.500000e-001 H_T=58176924 h_a=+9.478350e-001 H_a=58805264 h_g=+1.000000e+000 H_g=60380128 u_a=+4.318174e-001 u_g=+2.500000e-001 W_a=17524632 goalΔ=+5.000000e-002 actualΔ=-2.164977e-003 u_a/u_g=+1.727269e+000'
const scavenged = (i: number) => `scav ${i % 77} KiB work (bg), 0 KiB work (eager), ${1392 + i} KiB now, 99% util`
const pod = (i: number) => `api-7d9f8b6c5-${((i * 2654435761) >>> 0).toString(36).slice(0, 5)}`
const hex = (i: number) => ((i * 2654435761) >>> 0).toString(16)
const kubernetes = (name: string) =>
  `","stream":"stderr","kubernetes":{"pod_name":"${name}","namespace_name":"prod","container_name":"server","host":"node-7"}}`

export const FORMS: Readonly<Record<string, Form>> = {
  'as Go 1.19 and later print them': (text) => text,
  'Go 1.6 to 1.17': withoutStacks,
  'Go 1.5': ofGo15,
  'Go 1.4 (refused)': (_, i) =>
    `gc${i}(8): 454+846+15054+142 us, 815 -> 1389 MB, ${i} (900-800) objects, 4/5/6 sweeps, 7(8) handoff, 9(1) steal, 1/2/3 yields`,
  'Go 1.26, looking for goroutine leaks': (text) => text.replace('%:', '% (checking for goroutine leaks):'),
  forced: (text) => `${text} (forced)`,
  'start times that have wrapped around': (text, i) => text.replace(/@\S+s/, `@${(18445023415 + i / 5).toFixed(3)}s`),
  'patched: two percentages': (text) => text.replace('3%', '0/98%'),
  'patched: MiB for MB': (text) => text.replaceAll(' MB', ' MiB'),
  'no space before MB': (text) => text.replaceAll(' MB', 'MB'),
  'no space before MB of the globals': (text) => text.replace(' MB globals', 'MB globals'),
  'ms CPU, MB Goal': (text) => text.replace('cpu', 'CPU').replace('goal', 'Goal'),
  'the documentation’s #': (text) => text.replace('gc ', 'gc #'),
  'two spaces for one': (text) => text.replaceAll(' ', '  '),
  CRLF: (text) => `${text}\r`,
  '&gt;': arrows('-&gt;'),
  '&amp;gt;': arrows('-&amp;gt;'),
  '\\u003e': json,
  '→': arrows('→'),
  'no-break spaces': (text) => text.replaceAll(' ', '\u00a0'),
  'coloured lines': (text) => `\u001b[32m${text}\u001b[0m`,
  'coloured figures': (text) => text.replace('3%', '\u001b[1m3%\u001b[0m'),
  'tab before': (text) => `\t${text}`,
  quoted: (text) => `> > ${text}`,
  comments: (text) => `# # ${text}`,
  'two in a line': (text, i) => `${text} ${gcText(i + 1_000_000)}`,
  'wrapped at 80': wrapped(80, ''),
  'wrapped at 80, quoted': wrapped(78, '> '),
  'wrapped at words': wrappedAtWords(72, ''),
  'wrapped at 40': wrapped(40, ''),
  '(forced) on a line of its own': (text) => `${text}\n(forced)`,
  journald: (text, i) => `Mar 04 11:${two(i / 60)}:${two(i)} node-7 billing[812]: ${text}`,
  'journald, each line its own process': (text, i) =>
    `Mar 04 11:${two(i / 60)}:${two(i)} node-7 billing[${i}]: ${text}`,
  syslog: (text, i) => `Feb 26 12:${two(i / 60)}:${two(i)}.767 ${text}`,
  'RFC 5424': (text, i) => `<14>1 2026-03-04T11:${two(i / 60)}:${two(i)}.123Z host billing 812 - - ${text}`,
  'Docker Compose': (text) => `api-1  | ${text}`,
  'Docker Compose, times': (text, i) => `api-1  | ${stamp(i)} ${text}`,
  'kubectl --prefix --timestamps': (text, i) => `[pod/api-5d8c/server] ${stamp(i)} ${text}`,
  'times with trailing zeros cut': (text, i) =>
    `${stamp(i)
      .replace(/0*Z/, 'Z')
      .slice(0, 21 + (i % 9))}Z ${text}`,
  CRI: (text, i) => `${stamp(i)} stderr F ${text}`,
  goreman: (text, i) => `11:${two(i / 60)}:${two(i)} etcd${1 + (i % 3)} | ${text}`,
  klog: (text, i) => `I0304 11:${two(i / 60)}:${two(i)}.123456       1 ${text}`,
  'grep -n': (text, i) => `${i + 1}:${text}`,
  'Unix time': (text, i) => `${1772622153123456789n + BigInt(i) * 200_000_000n} ${text}`,
  'kernel time': (text, i) => `[${(1234.5 + i / 5).toFixed(6).padStart(12)}] ${text}`,
  'numbered lines': (text, i) => `request=${i} ${text}`,
  'an id of its own before each line': (text, i) => `${stamp(i)} [${hex(i)}] ${text}`,
  CSV: (text, i) => `"${stamp(i)}","host-3","api","${text}"`,
  'Docker’s JSON': (text, i) => `{"log":"${json(text)}\\n","stream":"stderr","time":"${stamp(i)}"}`,
  'JSON, pod before': (text, i) => `{"time":"${stamp(i)}","pod":"${pod(i % 40)}","log":"${json(text)}\\n"}`,
  'JSON, seconds before': (text, i) => `{"level":"info","ts":${1772622153 + i / 5},"msg":"${text}"}`,
  'JSON, an id of its own before each message': (text, i) =>
    `{"insertId":"${hex(i)}","pod":"${pod(i % 3)}","textPayload":"${text}","timestamp":"${stamp(i)}"}`,
  'JSON, pod behind': (text) => `{"log":"${json(text)}${kubernetes('api-7d9f8b6c5-x2x9z')}`,
  'JSON, 40 pods behind': (text, i) => `{"log":"${json(text)}${kubernetes(pod(i % 40))}`,
  'JSON, time before, 300 pods behind': (text, i) => `{"time":"${stamp(i)}","log":"${text}${kubernetes(pod(i % 300))}`,
  '40 pods in turn': (text, i) => `[pod/${pod(i % 40)}/server] ${stamp(i)} ${text}`,
  '250 pods in turn': (text, i) => `[pod/${pod(i % 250)}/server] ${stamp(i)} ${text}`,
  '250 pods without order': (text, i) => `[pod/${pod(((i * 2654435761) >>> 8) % 250)}/server] ${stamp(i)} ${text}`,
  '1000 pods in turn': (text, i) => `[pod/${pod(i % 1000)}/server] ${stamp(i)} ${text}`,
  'restarts every 100 cycles': (_, i) => gcText(i % 100),
  'two processes in one stream': (_, i) => (i % 2 ? gcText(i >> 1) : gcText(5000 + (i >> 1)).replace('8 P', '4 P')),
  'pacer lines between': (text) => `${PACER.join('\n')}\n${text}`,
  'pacer lines of Go 1.17 between': (text) => `${PACER[0]}\n${OLD_PACER}\n${text}`,
  'scavenger lines between': (text, i) => `${text}\n${scavenged(i)}`,
  'scvg lines between': (text, i) =>
    `${text}\nscvg${i}: inuse: 161, idle: 93, sys: 255, released: 0, consumed: 255 (MB)\nscvg${i}: 512 MB released`,
  'scan lines between': (text, i) =>
    `${text}\nscan: total 56490 objs\nscan: class 8B ${i} objs\nscan: class 16B 0+36+0=36 objs, 4+0=4 spans\ncheckfinalizers: queue: 0 finalizers + 0 cleanups`,
  'GC forced between': (text) => `GC forced\n${text}`,
  'a program’s output between': (text, i) =>
    `${stamp(i)}     info    served GET /api/v1/items/${i} in 12ms\nallocate: ${i} MB\n\n{"level":"info","msg":"served","took":${i}}\n${text}`,
  'a program’s output of other scripts': (text, i) => `世界 ${i} — ready &amp; set\n${text}`,
  'a program’s output about gc': (text, i) => `debug gc ${i} done: gc took 12ms, gc gc gc\n${text}`,
  'nothing but other output': (_, i) => `${stamp(i)} info served GET /api/v1/items/${i} in 12ms`,
  'UTF-16': (text) => text,
  'UTF-16, CRLF, 40 pods': (text, i) => `[pod/${pod(i % 40)}/server] ${stamp(i)} ${text}\r`,
}
