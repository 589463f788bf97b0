// The tables of docs/accuracy.md: `npm run evidence -- write` puts them between their marks, and tests compare them.
import { readFileSync } from 'node:fs'
import { type PublishedRow, summarizePublished } from '../../src/explore/published/published.ts'
import { EVIDENCE_FIGURES, EVIDENCE_GOALS, summarizeErrors, summarizeSpread } from './evidence-errors.ts'
import type { Group, Ranges } from './evidence-ranges.ts'
import type { RangedFigure, Reached } from './evidence-services.ts'
import { shareWithin } from './evidence-what-if.ts'
import type { EvidenceRow } from './recorded-settings.ts'

export const PAPER = 'docs/accuracy.md'

/** Tables by the name in their mark: `<!-- table: odd -->`. */
type Tables = Readonly<Record<string, string>>

/** A mark, and the lines below it up to an empty one. */
const MARKED = /(<!-- table: ([\w-]+) -->\n)((?:.+\n)*)/g

/** The tables that stand in the paper. */
export function readTables(): Tables {
  const marked = readFileSync(PAPER, 'utf8').matchAll(MARKED)
  return Object.fromEntries([...marked].map(([, , name, table = '']) => [name, table.trimEnd()]))
}

/** The paper with these tables below their marks. @throws Error for a mark without a table */
export function withTables(paper: string, tables: Tables): string {
  return paper.replace(MARKED, (_, mark: string, name: string) => {
    if (tables[name] === undefined) throw new Error(`no table is called "${name}"`)
    return `${mark}${tables[name]}\n`
  })
}

/** What predictions for real programs are made from. */
const INPUTS = {
  log: 'a log alone',
  measured: 'a log, with a scrape each second',
  'log and memory': 'a log, with `kubectl top`',
  'log and scrapes': 'a log, with three scrapes',
  scrapes: 'three scrapes',
  default: 'three scrapes, default',
  all: 'three scrapes, MetricsAll',
  dump: 'one MemStats dump',
} as const

const FIGURES: Readonly<Record<RangedFigure, string>> = {
  cycles: 'GC cycles',
  'peak heap': 'peak heap',
  'GC CPU': 'GC CPU',
  'compulsory GC': 'GC share',
  counted: 'counted by GOMEMLIMIT',
  RSS: 'RSS',
  elapsed: 'elapsed time',
  'stopped by quota': 'time stopped',
}

const MAIN = ['cycles', 'peak heap', 'RSS', 'GC CPU'] as const

/** Our aims for programs that calibration was not built on. */
const AIM = '88 to 95 %'
const AIMS = [
  { figure: 'cycles', median: 0.08, p90: 0.3, width: 1.5 },
  { figure: 'peak heap', median: 0.04, p90: 0.15, width: 1.3 },
  { figure: 'RSS', median: 0.05, p90: 0.15, width: 1.3 },
  { figure: 'GC CPU', median: 0.2, p90: 0.6, width: 2 },
] as const

/** Every table that comes from the stored predictions. */
export function toRangeTables(ranges: Ranges): Tables {
  const { log, measured, later, scrapes, limited, unseenByLogs } = ranges
  const byInput = (rows: readonly (Group & { readonly from: keyof typeof INPUTS })[]) =>
    rows.map((row) => [INPUTS[row.from], row] as const)
  return {
    short: toShortTable([
      ['a log alone', log],
      ['a log with measured memory, nothing else running', measured.alone],
      ['a log with measured memory, on a crowded machine', measured.crowded],
      ...byInput(scrapes),
    ]),
    log: toCoverageTable(ranges),
    'log-unseen': toGroupTable(
      [
        ['six new programs', unseenByLogs.blind],
        ['nine programs of readers', unseenByLogs.readers],
      ],
      [...MAIN, 'elapsed'],
    ),
    measured: toGroupTable([
      ['nine programs, nothing else running', measured.alone],
      ['the same on a crowded machine', measured.crowded],
      ['nine programs of readers', measured.readers],
    ]).replace(/^(.*\n.*)/, `$1\n${row(['*our aim*', ...AIMS.map((aim) => cellOf(aim, AIM)), ''])}`),
    'same-machine': toSameMachineTable(ranges),
    apart: toApart(ranges),
    later: toGroupTable([
      ['six new programs', later.unseen],
      ['three of other kinds', later.others],
      ['six of the nine again', later.again],
    ]),
    scrapes: toGroupTable(byInput(scrapes)),
    limited: toGroupTable([['services, from logs under a limit', limited]], [...MAIN, 'compulsory GC']),
    chances: toChanceTable(ranges),
    odd: toGroupTable(byInput(ranges.odd)),
    contained: toContainedTable(ranges),
    chosen: toGroupTable(byInput(ranges.chosen)),
    quota: toGroupTable(byInput(ranges.quota), ['cycles', 'peak heap', 'RSS', 'compulsory GC']),
    'logs-under-quota': toQuotaLogTable(ranges),
    sure: toSureTable(ranges),
    advised: toAdvisedTable(ranges),
  }
}

type Named = readonly [name: string, group: Group]

function toShortTable(rows: readonly Named[]): string {
  return toTable(
    ['inside · high ÷ low', ...MAIN.map((figure) => FIGURES[figure]), VERDICTS],
    rows.map(([name, group]) => [
      name,
      ...cellsOf(group, MAIN, ({ inside, width }) => `${whole(inside)} · ${times(width)}`),
      verdictsOf(group),
    ]),
  )
}

const VERDICTS = 'verdicts wrong<br>right and certain'

function verdictsOf({ verdicts: { all, wrong, right } }: Group): string {
  return `${wrong} of ${all}<br>${right}`
}

/** A row for each group of recordings, a column for each figure. */
function toGroupTable(rows: readonly Named[], figures: readonly RangedFigure[] = MAIN): string {
  return toTable(
    ['inside · high ÷ low<br>median error · 90th percentile', ...figures.map((figure) => FIGURES[figure]), VERDICTS],
    rows.map(([name, group]) => [
      `${name} (${group.predictions})`,
      ...cellsOf(group, figures, (reached) => cellOf(reached, whole(reached.inside))),
      verdictsOf(group),
    ]),
  )
}

/** A cell for each figure; a dash where none was measured. */
function cellsOf(
  { reached }: Pick<Group, 'reached'>,
  figures: readonly RangedFigure[],
  show: (of: Reached) => string,
): string[] {
  return figures.map((figure) => {
    const own = reached.find((one) => one.figure === figure)
    return own ? show(own) : '–'
  })
}

function cellOf({ width, median, p90 }: Pick<Reached, 'width' | 'median' | 'p90'>, inside: string): string {
  return `${inside} · ${times(width)}<br>${error(median)} · ${error(p90)}`
}

function toCoverageTable({ coverage }: Ranges): string {
  return toTable(
    [
      'figure',
      'inside · high ÷ low<br>new to calibration',
      'median error<br>90th percentile',
      'a program left out:<br>inside · high ÷ low',
    ],
    coverage.map(({ figure, inside, others, width, median, p90, leftOut }) => [
      FIGURES[figure],
      `${whole(inside)} · ${times(width)}<br>${whole(others)}`,
      `${error(median)}<br>${error(p90)}`,
      leftOut.map((kind) => `${kind.kind}: ${whole(kind.inside)} · ${times(kind.width)}`).join('<br>'),
    ]),
  )
}

function toSameMachineTable({ sameMachine: of }: Ranges): string {
  const columns = [
    ['nine programs, nothing else running', of.alone],
    ['six new programs', of.unseen],
    ['three of other kinds', of.others],
    ['six of the nine again', of.again],
    ['seventeen odd programs', of.odd],
    ['nine on a crowded machine', of.crowded],
  ] as const
  return toTable(
    ['GC CPU', ...columns.map(([name]) => name)],
    [['inside · high ÷ low', ...columns.map(([, { inside, width }]) => `${whole(inside)} · ${times(width)}`)]],
  )
}

function toApart({ gcCpuApart: { median, p90 } }: Ranges): string {
  return `Of one program under one setting, GC CPU of two recordings is ${times(median)} times apart in the median, and ${times(p90)}
times at the 90th percentile.`
}

function toChanceTable({ chances }: Ranges): string {
  const inputs = ['log', 'measured', 'scrapes', 'kernel'] as const
  return toTable(
    ['“could be killed (…)”', 'a log alone', 'with measured memory', 'three scrapes, no log', 'by the kernel'],
    chances.log.map(({ said: [least, most] }, i) => [
      least === most ? `${least} of 10` : `${least} to ${most} of 10`,
      ...inputs.map((input) => `${chances[input][i]!.killed} of ${chances[input][i]!.verdicts}`),
    ]),
  )
}

function toContainedTable({ contained }: Ranges): string {
  const figures = contained[0]!.reached.map(({ figure }) => figure).filter((figure) => figure !== 'GC CPU')
  return toTable(
    ['inside', ...figures.map((figure) => FIGURES[figure]), 'wrong, quotas', 'wrong, containers'],
    contained.map(({ from, kernel, ...group }) => [
      INPUTS[from],
      ...cellsOf(group, figures, ({ inside }) => whole(inside)),
      `${group.verdicts.wrong} of ${group.verdicts.all}`,
      `${kernel.wrong} of ${kernel.all}`,
    ]),
  )
}

function toQuotaLogTable({ logsUnderQuota: { logs, same, without } }: Ranges): string {
  const figures = ['cycles', 'peak heap', 'GC CPU'] as const
  const cells = (reached: readonly Reached[]) =>
    cellsOf({ reached }, figures, ({ inside, width }) => `${whole(inside)} · ${times(width)}`)
  return toTable(
    [`inside · high ÷ low, ${logs} logs`, ...figures.map((figure) => FIGURES[figure])],
    [
      ['another run under the quota', ...cells(same)],
      ['a run without it', ...cells(without)],
    ],
  )
}

function toSureTable({ sure, contained }: Ranges): string {
  return toTable(
    [`of ${sure[0]!.of} services`, ...sure.map(({ times }) => `${times} times`)],
    contained.map(({ from }, i) => [
      INPUTS[from],
      ...sure.map(({ sure, times }) => `${sure[i]} ${times < 1 ? 'killed' : 'survive'}`),
    ]),
  )
}

function toAdvisedTable({ advised }: Ranges): string {
  return toTable(
    ['advised from', 'other settings', 'leave it', 'nothing', 'killed by the kernel', 'GC CPU, times (of)'],
    advised.map(({ from, other, asIs, nothing, killed, gcCpu }) => [
      INPUTS[from],
      ...[other, asIs, nothing, killed].map(String),
      `${times(gcCpu.times)} (${gcCpu.of})`,
    ]),
  )
}

const NAMES = { cycles: 'GC cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

/** The runtime model, told what sources say. */
export function toModelTable(rows: readonly EvidenceRow[]): string {
  const right = rows.filter(({ isVerdictRight }) => isVerdictRight).length
  return toTable(
    ['figure', 'median error', '90th percentile', 'two runs apart, median', '90th percentile'],
    [
      ...EVIDENCE_FIGURES.map((figure) => {
        const [errors, spread] = [summarizeErrors(rows, figure), summarizeSpread(rows, figure)]
        return [NAMES[figure], ...[errors.median, errors.p90, spread.median, spread.p90].map(error)]
      }),
      ['GC CPU limiter on or not', `right in ${right} of ${rows.length}`, '', '', ''],
    ],
  )
}

/** The likely program of a log, for each set of recordings. */
export function toWhatIfTable(sets: readonly (readonly [name: string, rows: readonly EvidenceRow[]])[]): string {
  const goals = EVIDENCE_FIGURES.map((figure) => whole(EVIDENCE_GOALS[figure].p90))
  return toTable(
    [
      'median error · 90th percentile<br>share that is near',
      ...EVIDENCE_FIGURES.map((figure, i) => `${NAMES[figure]}<br>near: ${goals[i]}`),
      'limiter right',
    ],
    sets.map(([name, rows]) => [
      `${name} (${rows.length})`,
      ...EVIDENCE_FIGURES.map((figure) => {
        const { median, p90 } = summarizeErrors(rows, figure)
        return `${error(median)} · ${error(p90)}<br>${whole(shareWithin(rows, figure, EVIDENCE_GOALS[figure].p90))}`
      }),
      `${rows.filter(({ isVerdictRight }) => isVerdictRight).length} of ${rows.length}`,
    ]),
  )
}

/** Figures that articles report. */
export function toArticlesText(rows: readonly PublishedRow[]): string {
  const { judged, within, verdicts } = summarizePublished(rows)
  return `Of ${judged} such figures, ${within} come out within 15 % (cycles), 10 % (memory) or 2 points or 30 % (GC CPU, CPU time), among
them ${verdicts.right} of ${verdicts.judged} verdicts, killed or completed.`
}

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(head), row(head.map(() => '---')), ...rows.map(row)].join('\n')
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`
}

function whole(share: number): string {
  return `${(100 * share).toFixed(0)} %`
}

function error(share: number): string {
  return `${(100 * share).toFixed(share < 1 ? 1 : 0)} %`
}

function times(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0)
}
