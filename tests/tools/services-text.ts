// The tables of `npm run evidence -- services` and `npm run evidence -- scrapes`.
import type { Outlook } from '../../src/prediction/outlook.ts'
import {
  CONTAINED,
  CONTAINED_FROM,
  KILLED,
  SURVIVED,
  sayOfEachContained,
  sayOfLogsUnderQuota,
} from './evidence-contained.ts'
import { EXPOSED, type Exposed, oddRuns, sayFromScrapes, scrapedGroups } from './evidence-scrapes.ts'
import {
  coverLeftOut,
  coverOnSameMachine,
  FIGURES,
  factorsOf,
  gcCpuApart,
  joinSaid,
  kindsOf,
  type RangedFigure,
  type RangedRow,
  reachedOf,
  sayAll,
} from './evidence-services.ts'
import { CONTAINERS, type VerdictRow } from './evidence-verdicts.ts'
import { blind, blindScraped, type Group, oddPrograms, readers, scraped, traffic } from './recorded-groups.ts'

export function printServices(): string {
  const { rows, verdicts } = sayAll('log')
  const limited = sayAll('limited')
  const { rows: measured, verdicts: measuredVerdicts } = sayAll('measured')
  const groups = [...new Set(rows.map(({ group }) => group))]
  return [
    'Ranges of what-if answers from a log alone: recordings inside of 90 %, median width (high ÷ low), error of the likely one',
    ...groups.flatMap((group) =>
      printGroup(
        group,
        rows.filter((row) => row.group === group),
      ),
    ),
    ...printGroup(
      'not built on',
      rows.filter(({ group }) => group !== groups[0]),
    ),
    ...printGroup('all', rows),
    '',
    'Each program left out of what the allowance is made from; and the factors, for src/known/log/log-allowance.ts',
    ...printAllLeftOut(rows),
    '',
    'Containers of a tenth less and a tenth more than the RSS that was measured: what is said of them',
    ...CONTAINERS.map((share) => printVerdicts(share, verdicts)),
    '',
    'From logs that were recorded under a memory limit, to all other settings of the same program',
    ...printGroup('limited', limited.rows),
    ...CONTAINERS.map((share) => printVerdicts(share, limited.verdicts)),
    '',
    'With what was measured of their memory beside the log of the same run',
    ...printGroup('measured', measured),
    ...printGroup(
      'alone',
      measured.filter(({ group }) => group === 'quiet'),
    ),
    ...printGroup(
      'crowded',
      measured.filter(({ group }) => group === 'services' || group === 'kinds'),
    ),
    ...printGroup(
      'readers',
      measured.filter(({ group }) => group === 'readers'),
    ),
    'GC CPU without a limit, on a machine as free as while the log was written',
    ...[
      printSameMachine(
        'alone',
        measured.filter(({ group }) => group === 'quiet'),
      ),
      printSameMachine(
        'crowded',
        measured.filter(({ group }) => group === 'services' || group === 'kinds'),
      ),
      printSameMachine('six again', sayAll('measured', [scraped()]).rows),
      printSameMachine('other kinds', sayAll('measured', [traffic()]).rows),
      printSameMachine('six new ones', sayAll('measured', [blindScraped()]).rows),
    ],
    'All figures, each program left out; and the factors, also for src/known/log/log-allowance.ts',
    ...printAllLeftOut(measured),
    ...CONTAINERS.map((share) => printVerdicts(share, measuredVerdicts)),
    '',
    'Recorded later, no range made from it: from the log alone, and with a scrape of each second',
    ...printLast('six again', scraped()),
    ...printLast('other kinds', traffic()),
    ...printLast('six new ones', blindScraped()),
    ...printLast('odd ones', oddPrograms()),
    '',
    'The six new ones once more, from the logs of their first base runs',
    ...printFirst('six new ones, log', blind()),
    'Nine programs of people who tried the page, from the log alone: no range was made from that',
    ...printFirst('readers, log', readers()),
    printApart(),
  ].join('\n')
}

const FROM: Readonly<Record<Exposed, string>> = {
  default: 'From three scrapes of a run without a log, as client_golang exposes by default',
  all: 'From three scrapes of a run without a log, with collectors.MetricsAll',
  dump: 'From one dump of runtime.MemStats',
}

/** What scrapes and dumps tell without a log. */
export function printScrapes(): string {
  return EXPOSED.flatMap((exposed) => {
    const { rows, verdicts } = sayFromScrapes(scrapedGroups(), exposed)
    const first = sayFromScrapes(oddRuns(), exposed)
    return [
      `${FROM[exposed]}: recordings inside of 90 %, median width, error of the likely one`,
      ...printGroup('24 services', rows),
      'Each program left out of what the allowance is made from; and the factors, for src/known/scrapes-allowance.ts',
      ...printAllLeftOut(rows),
      ...CONTAINERS.map((share) => printVerdicts(share, verdicts)),
      'Seventeen programs that no range was made from',
      ...printGroup('odd ones', first.rows),
      ...CONTAINERS.map((share) => printVerdicts(share, first.verdicts)),
      '',
    ]
  }).join('\n')
}

/** What is said of services in real containers. */
export function printContained(): string {
  const logs = sayOfLogsUnderQuota()
  const ofLogs = ['another run', 'without it'].flatMap((group) =>
    printGroup(
      group,
      logs.filter((row) => row.group === group),
    ),
  )
  return [
    ...CONTAINED.flatMap(printContainers),
    'From logs that were written under a CPU quota, which is known',
    ...ofLogs,
  ].join('\n')
}

function printContainers(contained: (typeof CONTAINED)[number]): string[] {
  const { rows, verdicts } = joinSaid(sayOfEachContained(contained).map((one) => one.say()))
  return CONTAINED_FROM.flatMap((from) => {
    const own = rows.filter(({ group }) => group === from)
    const said = verdicts.filter(({ group }) => group === from)
    const near = (isNear: boolean) => own.filter(({ isLimited }) => isLimited === isNear)
    return [
      `${contained}, from ${from}: recordings inside of 90 %, median width, error of the likely one`,
      ...printGroup('all', own),
      ...printGroup('may fall behind', near(true)),
      ...printGroup('does not', near(false)),
      ...(contained !== 'chosen' ? CONTAINERS.map((share) => printVerdicts(share, said)) : []),
      printVerdicts(KILLED, said, 'programs that the kernel killed in a container'),
      printVerdicts(SURVIVED, said, 'programs that survived in one'),
      '',
    ]
  })
}

function printLast(title: string, group: Group): string[] {
  const { rows, verdicts } = sayAll('measured', [group])
  return [
    ...printGroup(`${title}, log`, sayAll('log', [group]).rows),
    ...printGroup(title, rows),
    ...CONTAINERS.map((share) => printVerdicts(share, verdicts)),
  ]
}

function printFirst(title: string, group: Group): string[] {
  const { rows, verdicts } = sayAll('log', [group])
  return [...printGroup(title, rows), ...CONTAINERS.map((share) => printVerdicts(share, verdicts))]
}

function printVerdicts(share: number, verdicts: readonly VerdictRow[], title = `${percent(share)} of it`): string {
  const own = verdicts.filter((row) => row.share === share)
  const count = (said: Outlook['kind']) => own.filter((row) => row.said === said).length
  const wrong = own.filter(({ isWrong }) => isWrong).map(({ program, setting }) => `${program} ${setting}`)
  const said = `would be killed ${count('would-be-killed')}, could be killed ${count('could-be-killed')}, survives ${count('survives')}`
  return `${title}: ${said}; ${wrong.length} of ${own.length} flatly wrong${wrong.length > 0 ? `: ${wrong.join('; ')}` : ''}`
}

function printSameMachine(title: string, rows: readonly RangedRow[]): string {
  const { inside, width } = coverOnSameMachine(rows)
  const count = rows.filter(({ onSameMachine }) => onSameMachine).length
  return `${title.padEnd(17)} ${percent(inside)} inside, ${width.toFixed(2)} wide (${count})`
}

function printApart(): string {
  const { median, p90 } = gcCpuApart()
  return `GC CPU of two recordings of the same program and setting: ${median.toFixed(2)} times apart in the median, ${p90.toFixed(2)} at the 90th`
}

function printGroup(title: string, rows: readonly RangedRow[]): string[] {
  return FIGURES.flatMap((figure) => {
    const own = rows.filter((row) => row.figure === figure)
    if (own.length === 0) return []
    const { inside, width, median, p90 } = reachedOf(own, figure)
    const off = `likely off by ${percent(median)} in the median, ${percent(p90)} at the 90th`
    return [
      `${title.padEnd(17)} ${figure.padEnd(10)} ${percent(inside)} inside, ${width.toFixed(2)} wide, ${off} (${own.length})`,
    ]
  })
}

function printAllLeftOut(rows: readonly RangedRow[]): string[] {
  return FIGURES.flatMap((figure) =>
    printLeftOut(
      figure,
      rows.filter((row) => row.figure === figure),
    ),
  )
}

function printLeftOut(figure: RangedFigure, rows: readonly RangedRow[]): string[] {
  return kindsOf(figure).flatMap(([kind, isOf]) => {
    const own = rows.filter(isOf)
    if (own.length === 0) return []
    const { inside, width } = coverLeftOut(own)
    const { below, above } = factorsOf(own)
    return `${figure.padEnd(10)} ${kind.padEnd(17)} ${percent(inside)} inside, ${width.toFixed(2)} wide; below ${below.toFixed(2)}, above ${above.toFixed(2)}`
  })
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
