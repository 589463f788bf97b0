import { describe, expect, it } from 'vitest'
import { allowanceOf } from '../../src/known/log/log-allowance.ts'
import { TOLD } from '../known/told.ts'
import { service } from '../prediction/service.ts'
import { readTables, toRangeTables } from './accuracy-tables.ts'
import {
  ALL_SETS,
  coverage,
  METRICS_ALL,
  missesOf,
  predictFrom,
  quantile,
  ratesFrom,
  TWO_SCRAPES,
} from './evidence-metrics.ts'
import { LATER, saidOfLogs, toRanges } from './evidence-ranges.ts'
import {
  coverLeftOut,
  coverOf,
  coverOnSameMachine,
  FIGURES,
  factorsOf,
  kindsOf,
  type RangedFigure,
  type RangedRow,
  reachedOf,
  verdictsOfRuns,
} from './evidence-services.ts'
import { CONTAINERS } from './evidence-verdicts.ts'
import { kinds, quiet, services } from './recorded-groups.ts'
import { ODD_FROM, storedSaid } from './stored-predictions.ts'

/** Figures of the recordings, as allowances name them. */
const SHIPPED = [
  ['cycles', 'cycles'],
  ['peak heap', 'peakHeapBytes'],
  ['GC CPU', 'gcSeconds'],
  ['compulsory GC', 'compulsoryGcFraction'],
  ['counted', 'peakMemoryBytes'],
  ['RSS', 'peakContainerBytes'],
  ['elapsed', 'wallSeconds'],
] as const

/*
 * Programs that calibration was not built on, from a log alone. Of all recordings nine of ten lie inside; of so few
 * programs of one kind some fewer may.
 */
const { rows: all, verdicts: allVerdicts } = saidOfLogs()

const ranges = toRanges()
const shown = readTables()

describe('docs/accuracy.md, which the evidence page shows', () => {
  it.each(Object.entries(toRangeTables(ranges)))(
    'has the tables of the stored predictions; if not: npm run evidence -- write tables: %s',
    (name, table) => {
      expect(shown[name]).toBe(table)
    },
  )

  it('has no other tables but those of the models and of articles, which their own tests compare', () => {
    expect(Object.keys(shown).sort()).toEqual(
      [...Object.keys(toRangeTables(ranges)), 'models', 'what-if', 'published'].sort(),
    )
  })
})

describe('the ranges of what-if answers', () => {
  const rows = all.filter(({ group }) => group === 'further' || group === 'services')

  it.each([
    ['cycles', 0.85, 2.6],
    // Factors in which every program counts the same made it and memory wider under a limit, and bursts of different size.
    ['peak heap', 0.88, 1.6],
    // Six programs that were recorded on a crowded machine made it wider.
    ['GC CPU', 0.8, 6],
    // Stacks may be as much as four times what cycles scan.
    ['counted', 0.88, 1.65],
    ['RSS', 0.88, 1.65],
  ] as const)('hold %s as recorded, and are no wider than they have to be', (figure, least, widest) => {
    const { inside, width } = coverOf(rows.filter((row) => row.figure === figure))
    expect(inside).toBeGreaterThanOrEqual(least)
    expect(width).toBeLessThanOrEqual(widest)
  })

  it('hold nine of ten of each program that they were not made from', () => {
    for (const { figure, leftOut } of ranges.coverage)
      for (const { kind, inside } of leftOut) {
        const name = `${figure} ${kind}`
        // Jobs that leave a CPU idle differ most, also from themselves.
        // Rounded, the 88 % that is asked.
        const least = { 'compulsory GC jobs with an idle CPU': 0.84, 'counted with one': 0.875 }[name] ?? 0.88
        expect(inside, name).toBeGreaterThanOrEqual(least)
        // Memory without a limit needs no widening at all.
        expect(inside, name).toBeLessThanOrEqual(0.96)
      }
  })

  it('are widened by at least as much as nine of ten need, each program counted the same', () => {
    const off = service()
    const limited = service({ memoryLimit: '90MiB' })
    for (const [figure, key] of SHIPPED)
      for (const [kind, isOf] of kindsOf(figure)) {
        const needed = factorsOf(all.filter((row) => row.figure === figure && isOf(row)))
        const of = { ...TOLD, mayBeJob: kind === 'jobs', leavesCpuIdle: kind === 'jobs with an idle CPU' }
        const { below, above } = allowanceOf(kind === 'with one' ? limited : off, of)[key]!
        expect(below, `${figure} ${kind}`).toBeGreaterThanOrEqual(needed.below - 0.01)
        expect(above, `${figure} ${kind}`).toBeGreaterThanOrEqual(needed.above - 0.01)
      }
  })

  it('never say for certain that a container kills or spares a program if it did otherwise', () => {
    expect(allVerdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })

  it('never have an upper bound of memory below that of the heap', () => {
    const of = (figure: string) => rows.filter((row) => row.group === 'services' && row.figure === figure)
    const heaps = of('peak heap')
    for (const [i, { spread }] of of('counted').entries()) expect(spread.high).toBeGreaterThan(heaps[i]!.spread.high)
  })
})

describe('verdicts on containers', () => {
  const EVERY = 12

  it('are those of answers whose programs run in them', () => {
    const groups = [services(), kinds(), quiet()]
    const said = groups.flatMap(({ title }) =>
      allVerdicts
        .filter(({ group }) => group === title)
        .filter((_, i) => Math.floor(i / CONTAINERS.length) % EVERY === 0),
    )
    expect(said.length).toBeGreaterThan(25)
    expect(said).toEqual(verdictsOfRuns(groups, EVERY))
  })
})

describe('ranges where the memory of a program was measured beside its log', () => {
  const { rows, verdicts } = storedSaid('measured', ['services', 'kinds', 'quiet', 'readers'])

  it('predict cycles and RSS better than the log alone, of programs new to calibration', () => {
    const of = (own: readonly RangedRow[]) => own.filter(({ group }) => ['services', 'kinds', 'quiet'].includes(group))
    for (const figure of ['cycles', 'RSS'] as const)
      expect(reachedOf(of(rows), figure).p90, figure).toBeLessThan(reachedOf(of(all), figure).p90)
  })

  it('hold nine of ten figures that were then recorded, no fewer and not many more', () => {
    for (const figure of ['cycles', 'peak heap', 'RSS', 'GC CPU'] as const) {
      const { inside } = reachedOf(rows, figure)
      expect(inside, figure).toBeGreaterThanOrEqual(0.88)
      expect(inside, figure).toBeLessThanOrEqual(0.95)
    }
  })

  it.each([
    ['cycles', true, 0.88],
    ['cycles', false, 0.88],
    ['GC CPU', false, 0.88],
    ['RSS', true, 0.88],
    ['RSS', false, 0.88],
    ['peak heap', false, 0.88],
    ['counted', true, 0.88],
    ['counted', false, 0.88],
    ['peak heap', true, 0.88],
    // Outside are parse on the crowded machine, and programs whose number of cycles is open with GOGC off: api, queue.
    ['GC CPU', true, 0.85],
  ] as const)(
    'hold nine of ten of %s, with a limit: %s, of each program that they were not made from',
    (figure, is, least) => {
      const own = rows.filter((row) => row.figure === figure && row.isLimited === is)
      expect(coverLeftOut(own).inside).toBeGreaterThanOrEqual(least)
    },
  )

  it('hold nine of ten GC CPU times, less than 2 wide as was asked, where the machine is as free as while the log was written', () => {
    const own = rows.filter(({ group, figure, isLimited }) => group === 'quiet' && figure === 'GC CPU' && !isLimited)
    const onSame = coverOnSameMachine(own)
    expect(onSame.inside).toBeGreaterThanOrEqual(0.88)
    expect(onSame.width).toBeLessThan(2)
  })

  it('never have an upper bound of RSS below that of the heap', () => {
    const of = (name: RangedFigure) => rows.filter(({ figure }) => figure === name)
    const heaps = of('peak heap')
    for (const [i, { spread }] of of('RSS').entries()) expect(spread.high).toBeGreaterThanOrEqual(heaps[i]!.spread.high)
  })

  it('give no sure wrong verdict', () => {
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })
})

describe.each([
  // A service whose waiting stacks its log does not show, and one that hardly writes to its heap, are among the nine.
  ['readers', 0.8],
  ['blind', 0.85],
] as const)('programs that no range of a log was made from: %s', (name, least) => {
  const { rows, verdicts } = storedSaid('log', [name])

  it('get no sure wrong verdict', () => {
    expect(verdicts.length).toBeGreaterThan(100)
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })

  it('lie inside the ranges nearly as often as stated', () => {
    for (const figure of FIGURES.filter((one) => rows.some((row) => row.figure === one)))
      expect(reachedOf(rows, figure).inside, figure).toBeGreaterThanOrEqual(least)
  })
})

describe.each(ODD_FROM)('seventeen odd programs that no range was made from: %s', (from) => {
  const { rows, verdicts } = storedSaid('odd', [from])
  // A log or a dump does not show memory that is mapped outside Go.
  const hasResident = from !== 'log' && from !== 'dump'

  it('lie inside the ranges about as often as stated', () => {
    for (const figure of ['cycles', 'peak heap', 'GC CPU', ...(hasResident ? (['RSS'] as const) : [])] as const)
      expect(reachedOf(rows, figure).inside, figure).toBeGreaterThanOrEqual(0.87)
  })

  it('never get a wrong “survives”', () => {
    expect(verdicts.length).toBeGreaterThan(200)
    expect(verdicts.filter(({ isWrong, said }) => isWrong && said === 'survives')).toEqual([])
  })
})

it.each(Object.values(LATER))(
  'recordings that were made later, with a scrape per second, have no wrong verdict: %s',
  (group) => {
    const { verdicts } = storedSaid('measured', [group])
    expect(verdicts.length).toBeGreaterThan(20)
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  },
)

describe('the chance of a kill', () => {
  it.each(['log', 'measured', 'scrapes', 'kernel'] as const)('is right about as often as said: %s', (input) => {
    for (const { said, verdicts, killed } of ranges.chances[input]) {
      const [least, most] = said
      // Wide bounds, as one program has up to 16 of the verdicts. By RSS more containers are too small than the kernel
      // finds, which first takes the pages of files away.
      const isMiddle = least >= 4 && most <= 6
      if (isMiddle) expect(Math.abs(killed / verdicts - 0.5), `${said}`).toBeLessThan(0.25)
      if (most <= 3) expect(killed / verdicts, `${said}`).toBeLessThan(0.3)
      if (least >= 7) expect(killed / verdicts, `${said}`).toBeGreaterThan(input === 'kernel' ? 0.7 : 0.8)
      if (least >= 9) expect(killed / verdicts, `${said}`).toBeGreaterThan(0.93)
    }
  })
})

describe('ranges from logs that were recorded under a memory limit', () => {
  const { rows, verdicts } = storedSaid('limited')

  it('hold most of what was recorded under the other settings of the same program', () => {
    for (const figure of ['cycles', 'peak heap', 'GC CPU', 'compulsory GC', 'RSS'] as const)
      expect(reachedOf(rows, figure).inside, figure).toBeGreaterThanOrEqual(0.85)
  })

  it('give no sure wrong verdict', () => {
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })
})

const ofScrapes = predictFrom(TWO_SCRAPES)
const ofAll = predictFrom(METRICS_ALL)
/** These other inputs say most in the least time; `npm run evidence -- metrics` tries all of them. */
const OTHERS = ALL_SETS.filter(({ name }) => /15 s apart|five default|one dump/.test(name) && !/heap|All/.test(name))

describe('predictions from two scrapes with GOGC=100', () => {
  it('are within our goals for other settings: cycles and peak heap', () => {
    const rows = ofScrapes
    expect(rows).toHaveLength(12)
    // 6.0 %, as it is shown.
    expect(quantile(missesOf(rows, 'cycles'), 0.5)).toBeLessThan(0.0605)
    expect(quantile(missesOf(rows, 'cycles'), 0.9)).toBeLessThan(0.2)
    expect(quantile(missesOf(rows, 'peakHeap'), 0.5)).toBeLessThan(0.04)
    expect(quantile(missesOf(rows, 'peakHeap'), 0.9)).toBeLessThan(0.12)
  })

  it('are near to GC’s CPU time if its classes are exposed', () => {
    expect(quantile(missesOf(ofAll, 'gcCpu'), 0.5)).toBeLessThan(0.2)
  })
})

describe('ranges of what metrics tell', () => {
  const rows = [...ofScrapes, ...ofAll, ...OTHERS.flatMap(predictFrom)]

  it('hold nine of ten figures, from scrapes and dumps of all kinds', () => {
    expect(rows).toHaveLength(84)
    for (const figure of ['cycles', 'peakHeap'] as const) {
      // More, since these services are steadier than most of the 24 that ranges are made from.
      expect(coverage(missesOf(rows, figure))).toBeGreaterThanOrEqual(0.88)
    }
  })

  it('of the allocation rate hold what a service allocates in the long run', () => {
    const misses = ALL_SETS.flatMap(ratesFrom)
    expect(coverage(misses)).toBeGreaterThanOrEqual(0.88)
    expect(coverage(misses)).toBeLessThanOrEqual(0.95)
  })
})
