import { isTooOld, neighbourKind } from '../../gctrace/line/other-lines.ts'
import { GC_LINE } from '../../known/input/gc-sign.ts'
import type { InputKind } from '../../known/input/input-kind.ts'

/** The rest of a gc line that something broke, and metrics of Go, of processes and of containers. */
const FORCED = /^\s*\(forced\)\s*$/
const METRIC = /^(?:# (?:TYPE|HELP) )?(?:go|process|container|kube|machine)_[\w:]*(?:\{[^{}]*\})?[ \t]/
/** The command line of the program in `/debug/vars`. */
const COMMAND_LINE = /"cmdline"\s*:/

/**
 * The part of an input that we store: lines of the Go runtime, or metrics. Other text may hold secrets: output of the
 * program, commands, manifests. @returns undefined if nothing is left, or if we store nothing of its kind
 */
export function textToKeep(kind: InputKind, text: string): string | undefined {
  switch (kind) {
    case 'gctrace':
      // JSON may have a whole log in one line, with other output.
      if (isJson(text)) return undefined
      return linesOf(
        text,
        (line) => GC_LINE.test(line) || FORCED.test(line) || neighbourKind(line) !== undefined || isTooOld(line),
      )
    case 'prometheus-text':
      return linesOf(text, (line) => METRIC.test(line))
    case 'prometheus-json':
    case 'vars':
    case 'runtime-metrics':
      return (isJson(text) || text.trim().split('\n').every(isJson)) && !COMMAND_LINE.test(text) ? text : undefined
    default:
      return undefined
  }
}

function linesOf(text: string, isKept: (line: string) => boolean): string | undefined {
  const lines = text.split('\n').filter(isKept)
  return lines.length > 0 ? `${lines.join('\n')}\n` : undefined
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
