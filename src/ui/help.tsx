const KEYS = [
  [['←', '→'], 'move the crosshair (with Shift: further)'],
  [[',', '.'], 'previous and next GC cycle'],
  [['+', '−'], 'zoom in and out around the crosshair'],
  [['Home', 'End'], 'start and end of the run'],
  [['Esc'], 'leave zoom, then Present, then the crosshair'],
  [['p'], 'present: large type for a projector'],
] as const

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
            Drag across the figure to zoom in, double-click to see the whole run again. Every word with a dotted line
            explains itself. The browser’s Back undoes a change.
          </p>
        </div>
        <div>
          <h3>Keys, with the figure in focus</h3>
          <dl className="keys" id="figure-keys">
            {KEYS.map(([keys, what]) => (
              <div key={what}>
                <dt>
                  {keys.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </dt>
                <dd>{what}</dd>
              </div>
            ))}
          </dl>
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
