/** What reading ends with where it was cancelled. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}
