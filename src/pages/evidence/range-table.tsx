import type { ReactNode } from 'react'
import { Fragment } from 'react'
import { formatShare } from '../../format.ts'
import { ErrorTable } from './error-table.tsx'
import { AIMS, FIRST_SIGHT, RANGES, type Reached } from './range-coverage.ts'

const NAMES: Readonly<Record<string, string>> = {
  cycles: 'GC cycles',
  'peak heap': 'peak heap',
  'GC CPU': 'GC CPU',
  'compulsory GC': 'GC share, no idle marking',
  counted: 'counted by GOMEMLIMIT',
  RSS: 'RSS',
  elapsed: 'elapsed time',
  'stopped by quota': 'time stopped',
}

function sharesOf(inside: Readonly<Record<string, number>>): string {
  return Object.entries(inside)
    .map(([figure, share]) => `${formatShare(share)} of ${NAMES[figure]}`)
    .join(', ')
}

/** How good ranges and verdicts are: a table for each kind of recording and input. */
export function RangeTables() {
  return (
    <>
      <RangeTable />
      <AimTable />
      <BlindTable />
      <ScrapesTable />
      <OddTable />
      <ContainedTable />
      <ChosenTable />
      <QuotaTable />
      <SureTable />
      <ChanceTable />
    </>
  )
}

/** How often recordings were inside the ranges of predictions, and how wide the ranges are. */
function RangeTable() {
  const { all, wrong, right } = RANGES.containerVerdicts
  const { ofSeven: seven, ofSix: six, overloaded } = FIRST_SIGHT
  const readers = RANGES.readerPrograms
  return (
    <ErrorTable
      title="“What if” from a log alone: how often the 90 % range was right"
      columns={[
        'all recordings',
        'programs it was not built on',
        'high ÷ low, median',
        'each program left out in turn',
      ]}
      rows={RANGES.coverage.map(({ figure, all, others, width, leftOut }) => [
        NAMES[figure],
        formatShare(all),
        formatShare(others),
        width.toFixed(2),
        leftOut.map(({ kind, inside }) => `${formatShare(inside)} ${kind}`).join(', '),
      ])}
    >
      <p className="look">
        In containers 10 % smaller and 10 % larger than the measured RSS, {wrong} of {all} verdicts were wrong, {right}{' '}
        were right and certain, the others said “could be killed” (how often that was true: last table). Many ranges use
        these recordings.
      </p>
      <p className="look">
        Six programs were recorded after all of that was built: a key-value store, a JSON gateway, a message broker, a
        converter to columns, order books, a log shipper. Of {RANGES.blindPrograms.predictions} predictions from their
        logs,
        {` ${sharesOf(RANGES.blindPrograms.inside)}`} lay inside the ranges. Of {RANGES.blindPrograms.verdicts.all}{' '}
        verdicts {RANGES.blindPrograms.verdicts.wrong} were wrong, and {RANGES.blindPrograms.verdicts.right} right and
        certain. We later corrected only elapsed time (86 % at first sight): if a log does not show whether a program is
        a job, its range now includes that, and work after the last cycle.
      </p>
      <p className="look">
        Thirteen programs in the table were such a test before. Of {seven.verdicts} verdicts on seven of them,{' '}
        {seven.wrong} were flatly wrong at first sight: we said “survives”, and it was killed, or the other way round;{' '}
        {seven.ofOneProgram} of these were about one program, a series database. Of {six.verdicts} on the other six none
        was wrong; of {overloaded.verdicts} from an earlier, overloaded machine, {overloaded.wrong} were.
      </p>
      <p className="look">
        Nine programs were written by people who tried this page to find what it says wrong (templates, bursts of calls,
        sessions, archives, pages, a chat of 2,000 goroutines, small pictures, an index that is rebuilt, a batch job).
        Of {readers.predictions} predictions from their logs, {sharesOf(readers.inside)} lay inside the ranges; no range
        of a log was made from them. No log showed two facts: waiting goroutines held 33 MiB of stacks while the log
        said 0 MB; and a cache of buffers hardly wrote to half of its heap, which a container does not count: 8 of{' '}
        {readers.verdicts.all} verdicts at first sight said “would be killed” of it, but it survived. So a log alone
        never says “survives” if 40 MiB more would not fit, nor “would be killed” if the program would survive with a
        heap that it hardly writes to. So few verdicts from a log alone are certain now; with resident memory, as in{' '}
        <code>/metrics</code>, more are.
      </p>
    </ErrorTable>
  )
}

/** The aims for programs that calibration was not built on, beside the results. */
function AimTable() {
  return (
    <ErrorTable
      title="“What if” from a log with measured memory: our aims and the results"
      columns={['median error (aim)', 'nine of ten within (aim)', 'inside the 90 % range', 'high ÷ low (aim)']}
      rows={byGroup(RANGES.reached, { alone: '', crowded: ', crowded machine', readers: ', nine others' }, aimCells)}
    >
      <p className="look">
        Nine programs, recorded once while nothing else ran and once while others used the same CPUs. Of one program
        under one setting, two recordings differ in GC CPU {RANGES.gcCpuApart.median.toFixed(2)} times in the median and{' '}
        {RANGES.gcCpuApart.p90.toFixed(2)} times at the 90th percentile: no log of one predicts the other closer. The
        programs were recorded after calibration was built. We corrected the faults that they showed. The width of the
        ranges comes from these recordings, and from those of the nine others, which are named above: at first sight 83
        % of the cycles of the nine lay inside, 96 % of peak heaps, 90 % of RSS and 98 % of GC CPU.
      </p>
      <p className="look">
        So GC CPU without a memory limit has a second range, for a machine that is as free as while the log was written.
        It is {RANGES.sameMachine.alone.width} wide and held {formatShare(RANGES.sameMachine.alone.inside)} of the
        recordings alone on their machine that it was made from, {formatShare(RANGES.sameMachine.again.inside)} and{' '}
        {formatShare(RANGES.sameMachine.others.inside)} of those recorded later (below),{' '}
        {formatShare(RANGES.sameMachine.unseen.inside)} of the six new ones, and{' '}
        {formatShare(RANGES.sameMachine.odd.inside)} of the seventeen odd ones ({RANGES.sameMachine.odd.width} wide). Of
        those on the crowded machine, where it does not apply, it held {formatShare(RANGES.sameMachine.crowded.inside)}.
      </p>
    </ErrorTable>
  )
}

/** The rows of some groups of recordings, each named by its figure and its group. */
function byGroup<G extends string, T extends { readonly figure: string }>(
  groups: Readonly<Record<G, readonly T[]>>,
  endings: Readonly<Record<G, string>>,
  toCells: (one: T) => readonly string[],
) {
  return (Object.keys(endings) as G[]).flatMap((group) =>
    groups[group].map((one) => [`${NAMES[one.figure]}${endings[group]}`, ...toCells(one)] as const),
  )
}

function aimCells({ figure, median, p90, inside, width }: Reached): readonly string[] {
  const aim = AIMS.find((one) => one.figure === figure)!
  const share = (reached: number, aimed: number) => `${formatShare(reached)} (${formatShare(aimed)})`
  const widths = `${width.toFixed(2)} (${aim.width.toFixed(1)})`
  return [share(median, aim.median), share(p90, aim.p90), formatShare(inside), widths]
}

/** Predictions for recordings from which no range was made. */
function BlindTable() {
  return (
    <ErrorTable
      title="Recorded later, with scrapes: no range was made from these"
      columns={['median error', 'nine of ten within', 'inside the 90 % range', 'inside, from the log alone']}
      rows={byGroup(
        RANGES.recordedLater,
        { unseen: ', six new programs', others: ', three other programs', again: ', six of the nine again' },
        ({ median, p90, inside, insideOfLog }) => [median, p90, inside, insideOfLog].map(formatShare),
      )}
    >
      <p className="look">
        A scrape of <code>/metrics</code> each second of the run with GOGC=100 predicts all other settings. The six
        programs named above: {RANGES.laterPredictions.unseen} predictions. Of {RANGES.blindPrograms.verdicts.all}{' '}
        verdicts on them two were wrong at first sight (the key-value store was said to survive with GOGC=200, but held
        54 MiB beside its heap there, and 31 when scraped); verdicts now allow for that. Three programs of other kinds
        (a chat, an index of documents, pictures that are made smaller): {RANGES.laterPredictions.others} predictions.
        When we first saw them, we removed one rule, which had read the GOGC of one of them wrongly. Six of the nine on
        a faster machine: {RANGES.laterPredictions.again} predictions. Most cycle counts outside the ranges are of
        programs that need about what their memory limit allows: there a small change of the live heap changes the count
        most.
      </p>
    </ErrorTable>
  )
}

/** Predictions from scrapes without a log. */
function ScrapesTable() {
  const { default: unset, all, dump } = RANGES.scrapesAlone
  return (
    <ErrorTable
      title="“What if” from scrapes or a dump, without a log"
      columns={['median error', 'nine of ten within', 'inside the 90 % range', 'high ÷ low']}
      rows={byGroup(
        { unset: unset.reached, all: all.reached, dump: dump.reached },
        { unset: ', default', all: ', MetricsAll', dump: ', one dump' },
        ({ median, p90, inside, width }) => [...[median, p90, inside].map(formatShare), width.toFixed(2)],
      )}
    >
      <p className="look">
        24 programs, each predicted from scrapes at a fifth, at half and at the end of one run with GOGC=100: what
        client_golang exposes by default, and with <code>collectors.MetricsAll</code>; and from one dump of{' '}
        <code>runtime.MemStats</code> at the end. Ranges are made from these recordings; of programs left out in turn 87
        to 95 % lay inside. We estimate a higher live heap between scrapes from <code>go_memstats_sys_bytes</code>,
        which never falls. Default metrics do not show how much of the heap holds pointers: in the 24, one CPU marked
        0.5 to 200 GiB of live heap per second, so the range of GC CPU is as wide.
      </p>
    </ErrorTable>
  )
}

/** What programs are predicted from. */
const INPUT_NAMES: Readonly<Record<string, string>> = {
  log: 'a log alone',
  measured: 'a log, with a scrape each second',
  default: 'three scrapes, default',
  all: 'three scrapes, MetricsAll',
  dump: 'one MemStats dump',
  'log and memory': 'a log, with kubectl top',
  'log and scrapes': 'a log, with three scrapes',
  scrapes: 'three scrapes',
}

const FIGURES = AIMS.map(({ figure }) => figure)

function cellOf({ figure, inside, width, median }: Reached) {
  return (
    <Fragment key={figure}>
      {formatShare(inside)}
      <span className="width-and-error">
        {width.toFixed(2)} · {formatShare(median)}
      </span>
    </Fragment>
  )
}

/** Programs that no range was made from: what your own program may expect. */
function OddTable() {
  const title = 'Seventeen odd programs that no range was made from'
  return (
    <InputsTable title={title} figures={FIGURES} rows={RANGES.oddPrograms}>
      A reader wrote them to find faults: a TLS proxy, an LSM tree, regular expressions, a DNS cache, webhooks,
      features, protobuf, joins, a scheduler, cron, a cache that is cleared, reports, a ballast, stacks that come and
      go, a leak of goroutines, mmap, images outside Go. Each has one base run, and seven other settings that are
      predicted from it; nothing else ran on the machine. (On CPUs that other programs used too, eight of ten GC CPU
      figures lay inside, not nine. We corrected the faults that this recording showed, and widened the ranges of GC CPU
      from MetricsAll and a dump.) One setting of the program whose stacks come and go has wrong verdicts: it never
      writes to its buffers, so they take no memory. A log or a dump does not show resident memory: most RSS outside the
      ranges is memory mapped outside Go, or the ballast, which is never touched.
    </InputsTable>
  )
}

/** A cell for each figure; a dash where none was measured. */
function cellsOf<T extends Pick<Reached, 'figure'>>(
  figures: readonly string[],
  reached: readonly T[],
  show: (one: T) => ReactNode,
): ReactNode[] {
  const byFigure = new Map(reached.map((one) => [one.figure, one]))
  return figures.map((figure) => {
    const own = byFigure.get(figure)
    return own ? show(own) : '–'
  })
}

/** Services in real containers. */
function ContainedTable() {
  const figures = RANGES.contained[0]!.reached.map(({ figure }) => figure)
  return (
    <ErrorTable
      title="Under CPU quotas and in real containers: how often the 90 % range was right"
      columns={[...figures.map((figure) => NAMES[figure] ?? figure), 'wrong verdicts']}
      rows={RANGES.contained.map(({ from, reached, verdicts, kernel }) => [
        INPUT_NAMES[from],
        ...cellsOf(figures, reached, ({ inside }) => formatShare(inside)),
        `${verdicts.wrong + kernel.wrong} of ${verdicts.all + kernel.all}`,
      ])}
    >
      <p className="look">
        24 services in Linux containers on two CPUs: once without limits, as the only input; then under CPU quotas of
        0.6, 1.1 and 1.8 times the CPU that they had used, and with 0.8, 0.95 and 1.15 times the memory, where the
        kernel killed 41 of 72. The reach of ranges and verdicts under a quota comes from other recordings of the same
        services, with other quotas, on a shared machine. Before, 27 of 558 verdicts on those were wrong, and 2 of the
        72 on the kernel’s containers here. A service that may fall behind is not said to survive, and the ranges of its
        memory are wide: where requests waited, it took up to 2.5 times the memory; where clients sent fewer, as little
        as a fifth. If the quota did not stop every period, the kernel’s counters give the time stopped only within a
        factor of two: we use the value nearest to the prediction.
      </p>
    </ErrorTable>
  )
}

interface InputsTableProps {
  readonly title: string
  readonly figures: readonly string[]
  /** A row for each kind of input. */
  readonly rows: readonly {
    readonly from: string
    readonly reached: readonly Reached[]
    readonly verdicts: { readonly all: number; readonly wrong: number }
  }[]
  readonly children: ReactNode
}

/** How often ranges and verdicts were right, by what was known of the services. */
function InputsTable({ title, figures, rows, children }: InputsTableProps) {
  return (
    <ErrorTable
      title={`${title}: how often the 90 % range was right`}
      columns={[...figures.map((figure) => NAMES[figure] ?? figure), 'wrong verdicts']}
      rows={rows.map(({ from, reached, verdicts: { all, wrong } }) => [
        INPUT_NAMES[from],
        ...cellsOf(figures, reached, cellOf),
        `${wrong} of ${all}`,
      ])}
    >
      <p className="look">Below each share: high ÷ low of the range, and the median error.</p>
      <p className="look">{children}</p>
    </ErrorTable>
  )
}

/** Services in containers with settings that somebody would choose, recorded after all ranges were made. */
function ChosenTable() {
  const rows = RANGES.chosen.map(({ kernel, ...row }) => ({ ...row, verdicts: kernel }))
  return (
    <InputsTable title="Settings chosen together, in real containers" figures={FIGURES} rows={rows}>
      The 24 services once more, recorded after all ranges were made. From the first run of each, memory, GOGC and
      GOMEMLIMIT were chosen as somebody would: GOGC off with a limit of nine tenths of the container, or of all of it;
      a container of 0.85 times the memory, with a limit; GOGC=50 in 0.9 times the memory, GOGC=200 in 1.25 times; and a
      limit, a container and a CPU quota at once, of 21 services that leave so much CPU time. The kernel killed 21 of
      the 141. Of the 95 settings that “What to set” then recommended for these services, mostly in containers of 1.2
      and 1.6 times their memory, it killed none.
    </InputsTable>
  )
}

/** Services that had a CPU quota from the first run on, as most do in production. */
function QuotaTable() {
  const figures = RANGES.quota[0]!.reached.map(({ figure }) => figure)
  const certain = RANGES.quota.map(({ verdicts: { right, wrong } }) => right + wrong)
  return (
    <InputsTable title="Recorded under a CPU quota, and predicted under it" figures={figures} rows={RANGES.quota}>
      21 services with a CPU quota of 1.5 to 3.2 times the CPU that they used, from the first run on. That run, and the
      quota in a docker command, are the only input. From them we predicted GOGC=50, GOGC=200, and GOGC off with the
      memory that the kernel charged in the first run as the limit, all under the same quota. All were recorded after
      the ranges were made. Verdicts are on containers a tenth smaller and larger than the measured RSS, which is too
      near for certainty: {certain.join(', ')} of them were certain, by input; the others said “could be killed”. GC’s
      share is the one figure that such logs hardly show: Go’s clocks count the time for which the quota stops a cycle.
    </InputsTable>
  )
}

/** How far a container must be from measured memory until a verdict is sure. */
function SureTable() {
  return (
    <ErrorTable
      title="Certain verdicts on 24 services, by container size as a multiple of the measured RSS"
      columns={RANGES.sure.map(({ times }) => `${times} times`)}
      rows={RANGES.chosen.map(({ from }, i) => [
        INPUT_NAMES[from],
        ...RANGES.sure.map(({ sure, times }) => `${sure[i]} ${times < 1 ? 'killed' : 'survive'}`),
      ])}
    >
      <p className="look">
        The same services under the settings of their first run, which lasted ten seconds. Services whose memory still
        grew then never surely survive. All other verdicts say “could be killed”. A log alone does not show memory
        outside Go, so hardly any verdict from it is certain: with one number from kubectl top, most services surely
        survive in 1.5 times their memory.
      </p>
    </ErrorTable>
  )
}

/** How often a program that “could be killed” was killed. */
function ChanceTable() {
  const inputs = ['log', 'measured', 'scrapes', 'kernel'] as const
  return (
    <ErrorTable
      title="“Could be killed (7 of 10)”: how often the program was killed"
      columns={['from a log alone', 'with measured memory', 'three scrapes, no log', 'by the kernel']}
      rows={RANGES.chances.log.map(({ said: [least, most] }, i) => [
        least === most ? `${least} of 10` : `${least} to ${most} of 10`,
        ...inputs.map((input) => `${RANGES.chances[input][i]?.killed} of ${RANGES.chances[input][i]?.verdicts}`),
      ])}
    >
      <p className="look">
        Each recording in two containers, a tenth below and a tenth above the measured RSS: the smaller one counts as a
        kill. By the kernel: the 213 real containers whose memory was limited, from each of the four inputs. The kernel
        takes pages of the program’s file away before it kills. The shares allow for that and RSS does not, so RSS
        counts more kills. Certain verdicts, “would be killed” and “survives”, are not included: none of these was
        wrong.
      </p>
    </ErrorTable>
  )
}
