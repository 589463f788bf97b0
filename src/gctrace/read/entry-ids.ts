import { trimMarks } from '../line/prefix.ts'

/** With fewer lines, names that all differ may be those of processes. */
const FEWEST_LINES = 30
/** So many names in a row that all differ are of entries: few logs have lines of as many processes. */
const MOST_NAMES = 1024

/** What stands between the columns of a prefix. */
const BETWEEN = /[ ,;|\t]/
/** Pods by their own name: with `kubectl logs --prefix`, and those of a ReplicaSet (apimachinery, rand.SafeEncodeString). */
const POD = /\bpod[/=]|-[bcdfghjklmnpqrstvwxz2456789]{4,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b/

/**
 * Finds columns of prefixes that differ on every line, such as the id of an entry (`insertId` of Google Cloud, `eventId`
 * of CloudWatch): they name no process.
 */
export class EntryIds {
  private readonly seen = new Set<string>()
  /** The names of all lines so far, until one comes again or enough have been seen. */
  private names: string[] | undefined = []
  private leftOut: ReadonlySet<number> = new Set()

  /** Takes the name of the next line. @returns whether enough names are known to decide */
  note(name: string): boolean {
    const { names, seen } = this
    if (!names) return false
    if (seen.has(name)) {
      this.stop()
      return false
    }
    seen.add(name)
    return names.push(name) >= MOST_NAMES
  }

  /** The names of all lines without such columns; undefined if no column differs on every line. Asked for once. */
  take(): readonly string[] | undefined {
    const { names = [] } = this
    this.stop()
    if (names.length < FEWEST_LINES) return undefined
    const columns = names.map((name) => name.split(BETWEEN))
    const fewest = Math.min(...columns.map(({ length }) => length))
    const differing = Array.from({ length: fewest }, (_, at) => at).filter((at) => {
      const cells = columns.map((row) => row[at]!)
      return new Set(cells).size === names.length && !cells.some((cell) => POD.test(cell))
    })
    if (differing.length === 0) return undefined
    this.leftOut = new Set(differing)
    return names.map((name) => this.without(name))
  }

  /** Keeps all columns in the names: those that `take` left out name processes after all. */
  keepAll(): void {
    this.leftOut = new Set()
  }

  without(name: string): string {
    if (this.leftOut.size === 0) return name
    const cells = name.split(BETWEEN)
    return trimMarks(cells.filter((_, at) => !this.leftOut.has(at)).join(' '))
  }

  private stop(): void {
    this.names = undefined
    this.seen.clear()
  }
}
