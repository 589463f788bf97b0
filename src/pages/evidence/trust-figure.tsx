import type { CSSProperties } from 'react'
import { NoBreak } from '../../ui/text/no-break.tsx'
import type { PaperTable } from './paper.ts'
import { toTableView } from './paper-table.ts'

/** The ends of each line in per cent. */
const [LOW, HIGH] = [50, 100]

interface ShareGroup {
  readonly name: string
  readonly inputs: readonly { readonly name: string; readonly shares: readonly (number | undefined)[] }[]
}

/** The shares inside the ranges: a row for each input, a column for each figure. In per cent. */
interface Shares {
  /** What we aim at: least and most. */
  readonly aim: readonly [number, number]
  readonly figures: readonly string[]
  readonly groups: readonly ShareGroup[]
}

const SHOWN = [
  ['short', 'Programs that the ranges were made from'],
  ['odd', 'Odd programs: hardly any range was made from them'],
] as const

/** The shares that two tables of the paper give; another gives the aim. */
export function toShares(tables: readonly PaperTable[]): Shares {
  const groups = SHOWN.flatMap(([mark, name]) => {
    const table = tables.find((one) => one.mark === mark)
    return table ? [{ name, own: toTableView(table).groups }] : []
  })
  const figures = groups[0]?.own[0]?.rows.map(([figure]) => figure) ?? []
  const cells = tables.find(({ mark }) => mark === 'measured')?.rows.flat() ?? []
  const [, least, most] = cells.map((cell) => /^(\d+) to (\d+) %/.exec(cell)).find((found) => found !== null) ?? []
  return {
    aim: [Number(least), Number(most)],
    figures,
    groups: groups.map(({ name, own }) => ({
      name,
      inputs: own.map((group) => ({
        name: (group.name ?? '').replace(/ \(\d+\)$/, ''),
        shares: figures.map((figure) => {
          const share = Number.parseFloat(group.rows.find(([row]) => row === figure)?.[1] ?? '')
          return Number.isNaN(share) ? undefined : share
        }),
      })),
    })),
  }
}

/** How many of the shares reach the aim, and which is the lowest: `43 of 44 … The lowest is 76 %: …`. */
export function summarizeShares({ aim: [least], figures, groups }: Shares): string {
  const all = groups.flatMap(({ inputs }) =>
    inputs.flatMap(({ name, shares }) => shares.map((share, i) => ({ share, what: `${figures[i]} from ${name}` }))),
  )
  const known = all.flatMap(({ share, what }) => (share === undefined ? [] : [{ share, what }]))
  const lowest = known.toSorted((a, b) => a.share - b.share)[0]
  const reached = known.filter(({ share }) => share >= least).length
  return `A range is meant to hold nine of ten measured figures. ${reached} of ${known.length} shares are ${least} % or more. The lowest is ${lowest?.share} %: ${lowest?.what}.`
}

/** The share of measured figures inside the range of nine of ten, as a dot on a line from 50 to 100 %. */
export function TrustFigure({ tables }: { readonly tables: readonly PaperTable[] }) {
  const shares = toShares(tables)
  const [least, most] = shares.aim
  return (
    <figure className="trust" style={{ '--least': toPlace(least), '--most': toPlace(most) } as CSSProperties}>
      <figcaption>
        <NoBreak text={summarizeShares(shares)} />
      </figcaption>
      <table>
        <caption className="fine">
          Measured figures inside the range. Each line goes from {LOW} to {HIGH} %, with a hairline at 90. Shaded: our
          aim, {least} to {most}&nbsp;%.
        </caption>
        <thead>
          <tr>
            <td />
            {shares.figures.map((figure) => (
              <th key={figure} scope="col">
                {figure}
                <span className="scale" aria-hidden="true">
                  <span>{LOW}</span>
                  <span>{HIGH} %</span>
                </span>
              </th>
            ))}
          </tr>
        </thead>
        {shares.groups.map(({ name, inputs }) => (
          <tbody key={name}>
            <tr className="group">
              <th scope="rowgroup" colSpan={shares.figures.length + 1}>
                {name}
              </th>
            </tr>
            {inputs.map((input) => (
              <tr key={input.name}>
                <th scope="row">{input.name}</th>
                {input.shares.map((share, i) => (
                  <td key={shares.figures[i]}>
                    {share === undefined ? '–' : <Share share={share} isLow={share < least} />}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </figure>
  )
}

function Share({ share, isLow }: { readonly share: number; readonly isLow: boolean }) {
  return (
    <span className={isLow ? 'share low' : 'share'}>
      <span className="line">
        <span className="dot" style={{ left: toPlace(share) }} />
      </span>
      {share} %
    </span>
  )
}

/** Where a share lies on its line; one below the lower end lies at that end. */
function toPlace(share: number): string {
  return `${(100 * (Math.max(LOW, share) - LOW)) / (HIGH - LOW)}%`
}
