import type { NeighbourKind } from '../line/other-lines.ts'
import type { LogProblem, ProblemCounts, ProblemKind } from './problems.ts'

interface LogFacts {
  readonly cycles: number
  readonly characters: number
  readonly isBinary: boolean
  readonly neighbours: ProblemCounts<NeighbourKind>
  readonly problems: ProblemCounts<ProblemKind>
}

const HOW = 'Run the program with GODEBUG=gctrace=1 and paste its stderr.'

/** Why a log has no cycle, in words; empty if it has one. */
export function wholeLogProblems(facts: LogFacts): LogProblem[] {
  if (facts.cycles > 0) return []
  const [kind, message] = refuse(facts)
  return [{ kind, count: 1, line: 0, text: '', message }]
}

function refuse({ characters, isBinary, neighbours, problems }: LogFacts): readonly [ProblemKind, string] {
  const hasOther = problems.has('other-output')
  if (characters === 0) return ['empty', `There is nothing in it. ${HOW}`]
  if (problems.has('cut') || problems.has('damaged') || problems.has('patched'))
    return ['not-gctrace', 'There are gc lines, but none of them is whole.']
  if (isBinary)
    return ['binary', 'This is not text. If it is compressed, unpack it; a pprof profile is not a gctrace log.']
  if (problems.has('too-old'))
    return ['too-old', 'Go 1.4 or older wrote these lines, with another collector. We read logs of Go 1.5 to 1.27.']
  if (neighbours.has('pacer') || neighbours.has('scavenger'))
    return ['not-gctrace', `It has lines of the pacer or the scavenger, but none of gctrace. ${HOW}`]
  if (problems.has('too-long') && !hasOther) return ['not-gctrace', `It is one line, too long to be a log. ${HOW}`]
  if (hasOther || neighbours.list().length > 0)
    return ['not-gctrace', `No line is from gctrace (“gc 1 @0.012s 2%: …”). ${HOW}`]
  return ['empty', `There are only empty lines in it. ${HOW}`]
}
