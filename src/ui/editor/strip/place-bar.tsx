interface PlaceBarProps {
  readonly name: string
  /** Where it would be put without pointing, as people read it: `5 s`. */
  readonly at: string
  readonly onInsert: () => void
  readonly onCancel: () => void
}

/** An event that needs no values is in hand: it wants a place. */
export function PlaceBar({ name, at, onInsert, onCancel }: PlaceBarProps) {
  return (
    <div className="place-bar">
      <span role="status">{name}: click in the drawing where it happens.</span>
      <button type="button" className="quiet primary" onClick={onInsert}>
        Insert at {at}
      </button>
      <button type="button" className="quiet" onClick={onCancel}>
        Cancel
      </button>
    </div>
  )
}
