const FIGURE_KEYS = [
  [['←', '→'], 'move the crosshair (with Shift: further)'],
  [[',', '.'], 'previous and next GC cycle'],
  [['Space'], 'play the run from the crosshair, and pause'],
  [['+', '−'], 'zoom in and out around the crosshair'],
  [['Home', 'End'], 'start and end of the run'],
  [['Esc'], 'leave the tour, then zoom, then Present, then hide the crosshair'],
  [['p'], 'present: large type for a projector'],
] as const

const EDITOR_KEYS = [
  [['Tab'], 'from a phase to its handles: live heap, rate, duration'],
  [['← →'], 'select another phase, or move the end of a phase earlier or later'],
  [['↑ ↓'], 'move the handle in focus up and down (with Shift or Page keys: further)'],
  [['Home', 'End'], 'move it to its least value, and to the top (or the right end) of the drawing'],
  [['s', 'd', 'Del'], 'split, duplicate, delete the phase in focus'],
  [['Alt', '← →'], 'move the phase in focus'],
  [['Ctrl', 'z'], 'undo (with Shift: redo)'],
] as const

interface KeysProps {
  readonly id: string
  readonly title: string
  readonly keys: typeof FIGURE_KEYS | typeof EDITOR_KEYS
}

function Keys({ id, title, keys }: KeysProps) {
  return (
    <>
      <h3>{title}</h3>
      <dl className="keys" id={id}>
        {keys.map(([names, what]) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

export function Help({ onTour }: { readonly onTour: () => void }) {
  return (
    <section className="help" aria-labelledby="help-title">
      <h2 id="help-title">How to read and use this page</h2>
      <div className="columns">
        <div>
          <h3>The figure</h3>
          <p>
            The sawtooth is the heap. It grows as the program allocates, up to the heap goal (in the runtime model the
            trigger, a little before it); then a GC cycle finds what is still live and frees the rest. Other memory of
            Go is drawn below it, so goal and trigger, which are sizes of the heap, lie that much higher. The time axis
            is CPU time, or elapsed time. The chart below shows the share of CPU time that the collector takes.
          </p>
          <p>
            Drag across the figure to zoom in; double-click to see the whole run again. On a touch screen there are
            buttons for both. Choose any word with a dotted line to read what it means. The browser’s Back button undoes
            a change or a zoom.
          </p>
          <p>
            <button type="button" className="inline" onClick={onTour}>
              Start the tour
            </button>
            : two minutes, on the page itself.
          </p>
        </div>
        <div>
          <Keys id="figure-keys" title="Keys, with the figure in focus" keys={FIGURE_KEYS} />
        </div>
        <DrawingHelp />
        <div>
          <Keys id="editor-keys" title="Keys in the program editor" keys={EDITOR_KEYS} />
        </div>
        <div>
          <h3>What the models leave out</h3>
          <p>
            The guide’s model is the public Go guide’s: the program stops while the collector runs, and a cycle costs a
            fixed CPU time, plus more in proportion to the live heap. Its minimum heap is 4 MiB at every GOGC; Go’s own
            is 4 MiB × GOGC / 100. Sawtooth adds the GC CPU limit: here it holds a due cycle back, while real Go stops
            assists instead.
          </p>
          <p>
            The runtime model computes what Go’s own pacer computes, number for number, on a machine that is simpler
            than yours: no scheduler, no page cache, constant rates within a phase. The page “Evidence” shows how far it
            is from recorded runs of real programs.
          </p>
        </div>
      </div>
    </section>
  )
}

/** The exact rule is in docs/editor.md and above `scenario/rates.ts`. */
function DrawingHelp() {
  return (
    <div id="drawing-rule">
      <h3>Drawing a program</h3>
      <p>
        Under “Edit program” you draw the live heap that you want, and how fast the program allocates. Where the line
        rises, the share of new memory that survives is the rise divided by what the phase allocates; where it falls,
        the share of old memory that is freed is the fall divided by what was live. Memory that is freed and replaced by
        the same amount shows in neither.
      </p>
      <p>
        So the live heap can never grow faster than the program allocates. Such a target stays as you drew it, dashed,
        and the page says what would make it possible. Hold Shift to snap to round values.
      </p>
      <pre className="rule">
        {'born = replaced + max(0, end − start)\n'}
        {'died = replaced + max(0, start − end)\n'}
        {'survives = born / (duration × rate)\n'}
        {'dies = died / start'}
      </pre>
    </div>
  )
}
