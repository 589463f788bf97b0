import { toVerdict } from '../model/verdict.ts'
import { element, write } from '../view/dom.ts'
import { COMPUTING, type Measured, RESULT_FIGURES, showFigure, toComparison } from '../view/figures.ts'

/** The figures that a frame has room for. */
const SHOWN = RESULT_FIGURES.slice(0, 4)

/** The results of the run: one row of figures, and the verdict in a word. */
export function createResults() {
  const cells = SHOWN.map((figure) => ({ figure, ...createCell('', `result-${figure.key}`) }))
  const verdict = createCell('Verdict', 'verdict')
  const node = element(
    'dl',
    { class: 'results', 'aria-label': 'Results' },
    ...cells.map(({ cell }) => cell),
    verdict.cell,
  )
  return {
    node,
    /** `isWhole`: the whole run is computed. */
    update(now: Measured, isWhole: boolean, before: Measured | undefined) {
      for (const { figure, name, number, beside } of cells) {
        write(name, figure.label(now))
        write(number, showFigure(figure, figure.measure(now), now))
        write(beside, before ? toComparison(figure, before, now) : '')
      }
      const { kind, label, reason } = isWhole ? toVerdict(now.trace, now.circumstances) : COMPUTING
      verdict.cell.className = `result verdict verdict-${kind}`
      verdict.cell.title = reason
      write(verdict.number, label)
      write(verdict.beside, before ? `was ${toVerdict(before.trace, before.circumstances).label}` : '')
    },
  }
}

function createCell(label: string, className: string) {
  const number = element('dd', { class: 'number' })
  const beside = element('dd', { class: 'compared' })
  const name = element('dt', {}, label)
  const cell = element('div', { class: `result ${className}` }, name, number, beside)
  return { cell, name, number, beside }
}
