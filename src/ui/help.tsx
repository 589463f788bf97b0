const FIGURE_KEYS = [
  [['←', '→'], 'move the crosshair (with Shift: further)'],
  [[',', '.'], 'previous and next GC cycle'],
  [['+', '−'], 'zoom in and out around the crosshair'],
  [['Home', 'End'], 'start and end of the run'],
  [['Esc'], 'leave zoom, then Present, then the crosshair'],
  [['p'], 'present: large type for a projector'],
] as const

const EDITOR_KEYS = [
  [['Tab'], 'from a phase to its handles: live heap, rate, duration'],
  [['← →'], 'another phase, or an end earlier and later'],
  [['↑ ↓'], 'the handle in focus up and down (with Shift or Page: further)'],
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

/** How to read the page, how to drive it, and what the model leaves out. */
export function Help() {
  return (
    <section className="help" aria-labelledby="help-title">
      <h2 id="help-title">How to read and drive this page</h2>
      <div className="columns">
        <div>
          <h3>The figure</h3>
          <p>
            The sawtooth is the heap: it grows as the program allocates, until it meets the heap goal; then a GC cycle
            finds out what is still live, and the rest is free again. The time axis is CPU time. Below it, the share of
            that time that the collector takes.
          </p>
          <p>
            Drag across the figure to zoom in, double-click to see the whole run again; on a touch screen there are
            buttons for both. Every word with a dotted line explains itself. The browser’s Back undoes a change.
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
            The guide’s model is the public Go guide’s: the program stops while the collector runs, and a cycle costs
            CPU time in proportion to the live heap. The GC CPU limit is added here; it holds a due cycle back until it
            fits, where Go stops assisting instead.
          </p>
          <p>
            The runtime model is Go’s own pacer, number for number, in a machine that is simpler than yours: no
            scheduler, no page cache, constant rates within a phase. It was measured against recorded runs of real
            programs; <code>npm run evidence -- programs</code> prints by how much it is off.
          </p>
        </div>
      </div>
    </section>
  )
}

/** The exact rule is in the README and stands above `scenario/draw/rates.ts`. */
function DrawingHelp() {
  return (
    <div id="drawing-rule">
      <h3>Drawing a program</h3>
      <p>
        Under “Edit program” you draw the live heap that you want, and how fast the program allocates. Where the line
        rises, the share of new memory that survives is the rise divided by what the phase allocates; where it falls,
        the share of old memory that dies is the fall divided by what was live.
      </p>
      <p>
        So the live heap can never grow faster than the program allocates. Such a wish stays as you drew it, dashed,
        with what would make it possible. With the mouse, Shift snaps.
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
