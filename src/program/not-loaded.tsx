/** Says that something that the reader clicked could not be fetched. @param what at the start of a sentence */
export function NotLoaded({ what }: { readonly what: string }) {
  return (
    <p className="missing-part" role="alert">
      {what} could not be loaded. The connection may be down, or Sawtooth has been updated. Click it again, or load the
      page again.
    </p>
  )
}
