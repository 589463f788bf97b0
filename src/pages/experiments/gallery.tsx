import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { createSmallChart } from '../../charts/small-chart.ts'
import type { Comparison } from '../../explore/published/pairs.ts'
import type { Trace } from '../../model/trace.ts'
import { ChartHost } from '../../ui/chart-host.tsx'
import { Contents } from '../../ui/contents.tsx'
import { useNear } from '../../ui/near.ts'
import { SidesPlayer } from '../../ui/playback/sides-player.tsx'
import { NoBreak } from '../../ui/text/no-break.tsx'
import { useListener } from '../../ui/use-listener.ts'
import { Problem } from '../frame/work-notice.tsx'
import { toAppHref, toEvidenceHref } from '../links.ts'
import { useRuns } from '../work/context.ts'
import { Differences } from './differences.tsx'
import { type Experiment, type Group, toGroups } from './groups.ts'
import { Outcome } from './outcome.tsx'
import { SideBySide } from './side-by-side.tsx'
import { Sweep } from './sweep.tsx'

/** Every published setting, running, under the question it answers. */
export function Gallery() {
  const [groups] = useState(toGroups)
  const { opened, toggle } = useOpened(groups)
  return (
    <div className="with-contents">
      <Contents
        items={groups.map(({ question, title }) => ({ id: question, name: title }))}
        toHash={(id) => `#${id}`}
      />
      <div>
        {groups.map((group) => (
          <Question key={group.question} group={group} opened={opened} onToggle={toggle} />
        ))}
      </div>
    </div>
  )
}

interface QuestionProps {
  readonly group: Group
  readonly opened: ReadonlySet<string>
  readonly onToggle: (comparison: string, isOpen: boolean) => void
}

function Question({ group, opened, onToggle }: QuestionProps) {
  const { question, title, experiments, comparisons } = group
  return (
    <section className="question" id={question} aria-labelledby={`${question}-title`}>
      <h2 id={`${question}-title`}>{title}</h2>
      <ul className="cards">
        {experiments.map((experiment) => (
          <Card key={experiment.preset.id} experiment={experiment} />
        ))}
      </ul>
      {comparisons.map((comparison) => (
        <ComparisonView
          key={comparison.id}
          comparison={comparison}
          isOpen={opened.has(comparison.id)}
          onToggle={(isOpen) => onToggle(comparison.id, isOpen)}
        />
      ))}
      {question === 'ballast' && (
        <SingleRun preset="ballast" title="No cycle before 5 GB">
          The heap goal and GOMEMLIMIT count memory that is never touched. The machine does not, so the line of total
          memory stays far below the heap that the collector sees. A memory limit does the same job without a ballast.
        </SingleRun>
      )}
      {question === 'gogc' && (
        <>
          <Sweep />
          <SingleRun preset="anatomy" title="The article’s figure 1">
            The total heap rises to the goal, a cycle takes it down to the live heap, and the next goal is set. The
            article’s picture has no numbers; this one follows its caption.
          </SingleRun>
        </>
      )}
    </section>
  )
}

interface SingleRunProps {
  readonly preset: string
  readonly title: string
  readonly children: string
}

/** One run, drawn with axes. */
function SingleRun({ preset, title, children }: SingleRunProps) {
  const place = useRef<HTMLElement>(null)
  const presets = useMemo(() => [preset], [preset])
  const { traces, problem } = useRuns(presets, useNear(place, true))
  return (
    <section ref={place} className="single-run" aria-label={title}>
      <h3>{title}</h3>
      <p className="look">{children}</p>
      {problem === undefined ? <SideBySide presets={presets} traces={traces} /> : <Problem reason={problem} />}
    </section>
  )
}

/** A setting of a published experiment, running: one link, which opens it. */
function Card({ experiment }: { readonly experiment: Experiment }) {
  const { preset, source } = experiment
  const card = useRef<HTMLLIElement>(null)
  const ids = useMemo(() => [preset.id], [preset.id])
  const { traces: [trace] = [], problem } = useRuns(ids, useNear(card, true))
  const model = trace && toModel(trace, preset.title)
  return (
    <li ref={card} className="card">
      <h3>
        <a href={toAppHref(preset.id)}>
          <NoBreak text={preset.title} />
        </a>
      </h3>
      <ChartHost create={createSmallChart} model={model} className="card-chart" />
      {problem === undefined ? <Outcome preset={preset.id} trace={trace} /> : <Problem reason={problem} />}
      <p className="look">
        <NoBreak text={preset.look} />
      </p>
      <p className="card-source fine">
        {source.author}, {source.year}
      </p>
      {trace && model && (
        <SidesPlayer charts={card} hosts=".card-chart" sides={[{ name: preset.title, trace }]} window={model.window} />
      )}
    </li>
  )
}

function toModel(trace: Trace, title: string) {
  const { memoryMax, timeEnd } = fitScales(trace, undefined)
  return { trace, memoryMax, window: [0, timeEnd] as const, label: `Heap over CPU time: ${title}` }
}

interface ComparisonViewProps {
  readonly comparison: Comparison
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** Settings to compare side by side. Computed and drawn only once it is open and near the window. */
function ComparisonView({ comparison, isOpen, onToggle }: ComparisonViewProps) {
  const { id, title, look, presets } = comparison
  const place = useRef<HTMLDetailsElement>(null)
  const isNear = useNear(place, true)
  const { traces, problem } = useRuns(presets, isOpen && isNear)
  return (
    <details
      ref={place}
      id={`compare-${id}`}
      className="comparison"
      open={isOpen}
      onToggle={(event) => {
        // The event also fires if the page itself opened it.
        if (event.currentTarget.open !== isOpen) onToggle(event.currentTarget.open)
      }}
    >
      <summary>
        <h3>{title}</h3> <span className="count soft">{presets.length} side by side</span>
      </summary>
      <p className="look">{look}</p>
      {isOpen && problem !== undefined && <Problem reason={problem} />}
      {isOpen && problem === undefined && (
        <>
          <SideBySide presets={presets} traces={traces} />
          <Differences comparison={comparison} traces={traces} />
          <p className="look">
            <a href={toEvidenceHref(toSharedName(presets))}>The same figures beside what the article reports</a>
          </p>
        </>
      )}
    </details>
  )
}

/** The common beginning of the names of presets: `people-table` for `people-table` and `people-table-7g`. */
export function toSharedName([first = '', ...others]: readonly string[]): string {
  let name = first
  while (!others.every((other) => other.startsWith(name))) name = name.slice(0, -1)
  return name.replace(/-$/, '')
}

/** In a group of at most this many cards, the comparison is open from the start. */
const FEW = 2
const PREFIX = 'compare-'

/** Which comparisons are open. The address names the last one, to share it; one that it names is opened. */
function useOpened(groups: readonly Group[]) {
  const [opened, setOpened] = useState<ReadonlySet<string>>(
    () => new Set([...openAtFirst(groups), ...namedBy(location.hash)]),
  )
  useEffect(scrollToNamed, [])
  useListener('hashchange', () => {
    setOpened((now) => new Set([...now, ...namedBy(location.hash)]))
    scrollToNamed()
  })
  const toggle = useCallback((comparison: string, isOpen: boolean) => {
    setOpened((now) => {
      const next = new Set(now)
      if (isOpen) next.add(comparison)
      else next.delete(comparison)
      return next
    })
    const isNamed = namedBy(location.hash).includes(comparison)
    if (isOpen) history.replaceState(null, '', `#${PREFIX}${comparison}`)
    else if (isNamed) history.replaceState(null, '', location.pathname + location.search)
  }, [])
  return { opened, toggle }
}

/** Comparisons that are open before anyone opens them. */
export function openAtFirst(groups: readonly Group[]): string[] {
  return groups
    .filter(({ experiments }) => experiments.length <= FEW)
    .flatMap(({ comparisons }) => comparisons.map(({ id }) => id))
}

/** The comparison that an address names: one, or none. */
export function namedBy(hash: string): string[] {
  return hash.startsWith(`#${PREFIX}`) ? [hash.slice(PREFIX.length + 1)] : []
}

/** A script builds the page, so the browser looked for this place before it existed. */
function scrollToNamed(): void {
  const name = location.hash.slice(1)
  if (name) document.getElementById(name)?.scrollIntoView()
}
