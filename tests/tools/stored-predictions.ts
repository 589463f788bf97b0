// All predictions for recorded programs, as last computed by `npm run evidence -- write`. That takes minutes, so the tests
// make the tables from these, and recompute one base in ten (stored-predictions.test.ts).
import { readFileSync, writeFileSync } from 'node:fs'
import { CONTAINED, sayOfEachContained } from './evidence-contained.ts'
import { EXPOSED, oddRuns, sayOfEachScraped, scrapedGroups } from './evidence-scrapes.ts'
import {
  joinSaid,
  type RangedFigure,
  type RangedRow,
  type Said,
  type SaidOfBase,
  sayOfEach,
} from './evidence-services.ts'
import { isWrong, type VerdictRow } from './evidence-verdicts.ts'
import {
  ALL_GROUPS,
  blind,
  blindScraped,
  kinds,
  oddPrograms,
  quiet,
  readers,
  scraped,
  services,
  traffic,
} from './recorded-groups.ts'

const FOLDER = 'tests/fixtures/predictions'

/** What predictions are made from, each a file of its own. */
const INPUTS = {
  log: () => sayOfEach('log', [...ALL_GROUPS(), readers(), blind(), scraped(), traffic(), blindScraped()]),
  measured: () =>
    sayOfEach('measured', [services(), kinds(), quiet(), readers(), scraped(), traffic(), blindScraped()]),
  limited: () => sayOfEach('limited'),
  ...Object.fromEntries(
    EXPOSED.map((exposed) => [`scrapes-${exposed}`, () => sayOfEachScraped(scrapedGroups(), exposed)]),
  ),
  ...Object.fromEntries(CONTAINED.map((contained) => [contained, () => sayOfEachContained(contained)])),
  odd: () => ODD_FROM.flatMap((from) => sayOfOdd(from).map((base) => renamed(base, from))),
} as Readonly<Record<Input, () => SaidOfBase[]>>
type Input = 'log' | 'measured' | 'limited' | `scrapes-${(typeof EXPOSED)[number]}` | (typeof CONTAINED)[number] | 'odd'

/** What the seventeen programs of `oddPrograms` are predicted from, each a group of its own. */
export const ODD_FROM = ['log', 'measured', ...EXPOSED] as const

function sayOfOdd(from: (typeof ODD_FROM)[number]): SaidOfBase[] {
  return from === 'log' || from === 'measured' ? sayOfEach(from, [oddPrograms()]) : sayOfEachScraped(oddRuns(), from)
}

function renamed({ name, say }: SaidOfBase, group: string): SaidOfBase {
  const withGroup = <T extends { readonly group: string }>(all: readonly T[]) => all.map((one) => ({ ...one, group }))
  return {
    name: `${group}/${name}`,
    say() {
      const { rows, verdicts } = say()
      return { rows: withGroup(rows), verdicts: withGroup(verdicts) }
    },
  }
}

export const ALL_INPUTS = Object.keys(INPUTS) as readonly Input[]

/** Every base that gives predictions from such input; all are computed on demand. */
export function basesWith(input: Input): SaidOfBase[] {
  return INPUTS[input]()
}

/**
 * What was last computed for an input.
 * @param groups titles of groups of recordings; all by default
 */
export function storedSaid(input: Input, groups?: readonly string[]): Said {
  const { rows, verdicts } = joinSaid([...storedBases(input).values()])
  const isAsked = ({ group }: { readonly group: string }) => groups?.includes(group) ?? true
  return { rows: rows.filter(isAsked), verdicts: verdicts.filter(isAsked) }
}

/** The same per base, by name. */
export function storedBases(input: Input): ReadonlyMap<string, Said> {
  const stored = JSON.parse(readFileSync(fileOf(input), 'utf8')) as Record<string, StoredBase>
  return new Map(Object.entries(stored).map(([name, base]) => [name, fromStored(base)]))
}

/** Computes all predictions, for minutes, and stores them. @param say tells how many changed, and of which bases */
export function writeAll(say: (line: string) => void): void {
  for (const input of ALL_INPUTS) {
    const before = readStored(input)
    const all = basesWith(input).map((base) => [base.name, toStored(base.say())] as const)
    // One line per base, so that a diff shows which changed.
    const lines = all.map(([name, stored]) => `${JSON.stringify(name)}: ${JSON.stringify(stored)}`)
    writeFileSync(fileOf(input), `{\n${lines.join(',\n')}\n}\n`)
    const changed = all.filter(([name, stored]) => JSON.stringify(before[name]) !== JSON.stringify(stored))
    say(`${input}: ${changed.length} of ${all.length} bases give other predictions than before`)
    if (changed.length > 0 && changed.length < all.length) say(`  ${changed.map(([name]) => name).join(', ')}`)
  }
}

function readStored(input: Input): Record<string, StoredBase> {
  try {
    return JSON.parse(readFileSync(fileOf(input), 'utf8'))
  } catch {
    return {}
  }
}

function fileOf(input: Input): string {
  return `${FOLDER}/${input}.json`
}

/** What all figures of a base share is stored only once. */
interface StoredBase extends Pick<RangedRow, 'group' | 'program' | 'isJob' | 'leavesCpuIdle'> {
  readonly rows: readonly StoredRow[]
  readonly verdicts: readonly StoredVerdict[]
}

type StoredSpread = readonly [low: number, likely: number, high: number]
type StoredRow = readonly [
  figure: RangedFigure,
  isLimited: 0 | 1,
  further: number,
  spread: StoredSpread,
  plain: StoredSpread,
  measured: readonly number[],
  onSameMachine: StoredSpread | null,
]
type StoredVerdict = readonly [setting: string, share: number, said: VerdictRow['said'], ofTen: number | null]

export function toStored({ rows, verdicts }: Said): StoredBase {
  const { group, program, isJob, leavesCpuIdle } = rows[0]!
  return {
    group,
    program,
    isJob,
    leavesCpuIdle,
    rows: rows.map(({ figure, isLimited, further, spread, plain, measured, onSameMachine }) => [
      figure,
      isLimited ? 1 : 0,
      rounded(further),
      toTuple(spread),
      toTuple(plain),
      measured.map(rounded),
      onSameMachine ? toTuple(onSameMachine) : null,
    ]),
    verdicts: verdicts.map(({ setting, share, said, ofTen }) => [setting, share, said, ofTen ?? null]),
  }
}

function fromStored({ rows, verdicts, ...common }: StoredBase): Said {
  return {
    rows: rows.map(([figure, isLimited, further, spread, plain, measured, onSameMachine]) => ({
      ...common,
      figure,
      isLimited: isLimited === 1,
      further,
      spread: fromTuple(spread),
      plain: fromTuple(plain),
      onSameMachine: onSameMachine ? fromTuple(onSameMachine) : undefined,
      measured,
    })),
    verdicts: verdicts.map(([setting, share, said, ofTen]) => {
      const { group, program } = common
      return { group, program, setting, share, said, ofTen: ofTen ?? undefined, isWrong: isWrong(share, said) }
    }),
  }
}

function toTuple({ low, likely, high }: RangedRow['spread']): StoredSpread {
  return [rounded(low), rounded(likely), rounded(high)]
}

function fromTuple([low, likely, high]: StoredSpread): RangedRow['spread'] {
  return { low, likely, high }
}

/** More digits than any table shows. */
function rounded(value: number): number {
  return Number(value.toPrecision(9))
}
