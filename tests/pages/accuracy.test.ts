import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { AIMS, FIRST_SIGHT, RANGES } from '../../src/pages/evidence/range-coverage.ts'

/** Other tests hold the constants of the page against the recordings, so docs/accuracy.md has to agree with them. */
const said = readFileSync('docs/accuracy.md', 'utf8').replaceAll('\n', ' ')

const whole = (share: number) => `${(100 * share).toFixed(0)} %`
const exact = (share: number) => `${(100 * share).toFixed(1)} %`
const NAMES: Readonly<Record<string, string>> = {
  cycles: 'GC cycles',
  'compulsory GC': 'GC’s share, idle marking not counted',
  counted: 'counted by the limit',
  elapsed: 'elapsed time',
}
const nameOf = (figure: string) => NAMES[figure] ?? figure

/** The cells of the first row that begins so. The first row of a group has the group before the figure. */
function cellsOf(start: string): readonly string[] {
  const at = said.indexOf(`| ${start}`)
  expect(at, start).toBeGreaterThanOrEqual(0)
  return said.slice(at).split(' | ').slice(1)
}

describe('docs/accuracy.md', () => {
  it.each(RANGES.coverage)('states of ranges from a log alone what the evidence page shows: $figure', (row) => {
    const [all, others, width, leftOut] = cellsOf(`${nameOf(row.figure)} | ${whole(row.all)} |`)
    expect([all, others, width]).toEqual([whole(row.all), whole(row.others), row.width.toFixed(2)])
    const each = row.leftOut.map(({ kind, inside, width }) => `${kind} ${whole(inside)}, ${width.toFixed(1)} wide`)
    expect(leftOut).toBe(each.join('; '))
  })

  it('says in short how wide ranges are', () => {
    const FIGURES = ['cycles', 'peak heap', 'RSS', 'GC CPU']
    const widths = (rows: readonly { figure: string; width: number }[]) =>
      FIGURES.map((figure) => rows.find((row) => row.figure === figure)!.width.toFixed(2))
    const [cycles, heap, rss, cpu] = widths(RANGES.coverage)
    const [first, second, third, last] = widths(RANGES.reached.alone)
    const inShort = said.slice(0, said.indexOf('## '))
    expect(inShort).toContain(
      `${cycles} times the low one for GC cycles, ${heap} for the peak heap, ${rss} for RSS and ${cpu} for GC CPU`,
    )
    expect(inShort).toContain(
      `with measured memory beside the log, of programs alone on the machine, ${first}, ${second}, ${third} and ${last}.`,
    )
  })

  it.each([
    ['alone on the machine (78)', RANGES.reached.alone],
    ['on a crowded machine (83)', RANGES.reached.crowded],
    ['the nine of readers (126)', RANGES.reached.readers],
  ])('states what measured memory beside a log comes to: %s', (group, rows) => {
    const table = rows.map((row) => {
      const aim = AIMS.find(({ figure }) => figure === row.figure)!
      return [
        nameOf(row.figure),
        `${exact(row.median)} (${(100 * aim.median).toFixed(0)})`,
        `${exact(row.p90)} (${(100 * aim.p90).toFixed(0)})`,
        whole(row.inside),
        `${row.width.toFixed(2)} (${aim.width})`,
      ].join(' | ')
    })
    expect(said).toContain(`| ${group}: ${table.join(' | | ')} |`)
  })

  it.each([
    ['three of other kinds', 'others'],
    ['six new ones', 'unseen'],
    ['six again', 'again'],
  ] as const)('states of what no range was made from: %s', (group, key) => {
    const table = RANGES.recordedLater[key].map(({ figure, median, p90, inside, width }) =>
      [nameOf(figure), exact(median), exact(p90), whole(inside), width.toFixed(2)].join(' | '),
    )
    expect(said).toContain(`| ${group} (${RANGES.laterPredictions[key]}): ${table.join(' | | ')} |`)
  })

  it.each([
    ['as client_golang exposes by default', RANGES.scrapesAlone.default],
    ['with collectors.MetricsAll', RANGES.scrapesAlone.all],
    ['one MemStats dump at the end', RANGES.scrapesAlone.dump],
  ])('states what scrapes come to without a log: %s', (group, { reached, verdicts }) => {
    const table = reached.map(({ figure, median, p90, inside, width }) =>
      [nameOf(figure), exact(median), exact(p90), whole(inside), width.toFixed(2)].join(' | '),
    )
    expect(said).toContain(`| ${group} (${verdicts.all / 2}): ${table.join(' | | ')} |`)
    expect(said).toContain(`No verdict of ${verdicts.all} was wrong`)
  })

  it.each([
    ['log', 'a log alone'],
    ['measured', 'a log, with a scrape each second'],
    ['default', 'three scrapes, default'],
    ['all', 'three scrapes, MetricsAll'],
    ['dump', 'one MemStats dump'],
  ])('states what odd programs come to that no range was made from: %s', (input, name) => {
    const { reached, verdicts } = RANGES.oddPrograms.find(({ from }) => from === input)!
    const cells = reached.map(
      ({ inside, width, median, p90 }) =>
        `${whole(inside)}, ${width.toFixed(2)}, ${(100 * median).toFixed(1)} and ${exact(p90)}`,
    )
    const order = reached.map(({ figure }) => figure)
    expect(order).toEqual(['cycles', 'peak heap', 'RSS', 'GC CPU'])
    expect(said).toContain(`| ${name} | ${cells.join(' | ')} | ${verdicts.wrong} of ${verdicts.all} |`)
    expect(said).toContain(`${RANGES.oddPrograms[0]!.verdicts.all / 2} predictions from`)
    const { inside, width } = RANGES.sameMachine.odd
    expect(said).toContain(`${whole(inside)} (\`odd\`, ${width} wide)`)
  })

  it.each([
    ['log', 'a log alone'],
    ['log and memory', 'a log, with `kubectl top`'],
    ['log and scrapes', 'a log, with three scrapes'],
    ['scrapes', 'three scrapes'],
  ])('states what services under CPU quotas and in real containers come to: %s', (input, name) => {
    const { reached, verdicts, kernel } = RANGES.contained.find(({ from }) => from === input)!
    const cells = RANGES.contained[0]!.reached.map(({ figure }) => {
      const own = reached.find((one) => one.figure === figure)
      return own ? whole(own.inside) : '–'
    })
    const wrong = [verdicts, kernel].map((of) => `${of.wrong} of ${of.all}`)
    expect(said).toContain(`| ${[name, ...cells, ...wrong].join(' | ')} |`)
  })

  it.each([
    ['log', 'a log alone'],
    ['log and memory', 'a log, with `kubectl top`'],
    ['log and scrapes', 'a log, with three scrapes'],
    ['scrapes', 'three scrapes'],
  ])('states what settings chosen together come to: %s', (input, name) => {
    const i = RANGES.chosen.findIndex(({ from }) => from === input)
    const { reached, kernel } = RANGES.chosen[i]!
    const cells = AIMS.map(({ figure }) => {
      const own = reached.find((one) => one.figure === figure)
      if (!own) return '–'
      const { inside, width, median, p90 } = own
      return `${whole(inside)}, ${width.toFixed(2)}, ${(100 * median).toFixed(1)} and ${exact(p90)}`
    })
    expect(said).toContain(`| ${[name, ...cells, `${kernel.wrong} of ${kernel.all}`].join(' | ')} |`)
    const sure = RANGES.sure.map(({ sure, times, of }) => `${sure[i]} ${times < 1 ? 'killed' : 'survive'} of ${of}`)
    expect(said).toContain(`| ${[name, ...sure].join(' | ')} |`)
  })

  it('states how often “could be killed” came true', () => {
    const { log, measured, scrapes, kernel } = RANGES.chances
    const rows = log.map(({ said: [least, most] }, i) => {
      const cells = [log, measured, scrapes, kernel].map((of) => `${of[i]!.killed} of ${of[i]!.verdicts}`)
      return [least === most ? `${least} of 10` : `${least} to ${most} of 10`, ...cells].join(' | ')
    })
    expect(said).toContain(`| ${rows.join(' | | ')} |`)
  })

  it('states how many verdicts were right, and how many wrong', () => {
    const { all, wrong, right } = RANGES.containerVerdicts
    expect(wrong).toBe(0)
    expect(said).toContain(`no verdict was flatly wrong: of ${all}, ${right} were certain and right`)
    const { ofSeven, ofSix, overloaded } = FIRST_SIGHT
    const [first, second] = [ofSeven, ofSix].map(({ wrong, verdicts }) => `${wrong} of ${verdicts}`)
    expect(said).toContain(`${first} and ${second} were wrong (${overloaded.wrong} of ${overloaded.verdicts} `)
  })

  it('states the results of programs that no range was made from', () => {
    const { predictions, inside, verdicts } = RANGES.blindPrograms
    expect([inside.RSS, verdicts.wrong]).toEqual([1, 0])
    expect(said).toContain(
      `Of ${predictions} predictions from their logs ${whole(inside.cycles)} of cycles lay inside, ${whole(inside['peak heap'])} of peak heaps, ${whole(inside['GC CPU'])} of GC CPU, all RSS, ${exact(inside.elapsed)} of elapsed times`,
    )
    expect(said).toContain(
      `Of ${verdicts.all} verdicts none was flatly wrong, ${verdicts.right} were certain and right`,
    )
  })
})
