const NOTES = [
  [
    'Guide',
    'the public Go guide’s cost model. The program stops while the collector marks, cycles start at the goal itself, and there are no assists and no scavenger.',
  ],
  [
    'Runtime',
    'Go 1.26’s own pacer and GC CPU limiter, on an idealised machine without scheduler or page cache. A real first cycle often overshoots a goal of 4 MiB, and GC CPU differs by about 5 % from one real run to the next, at times by more than 20 %.',
  ],
] as const

export function ModelNotes() {
  return NOTES.map(([name, leavesOut]) => (
    <p key={name}>
      <b>{name}:</b> {leavesOut}
    </p>
  ))
}
