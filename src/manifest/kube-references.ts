import type { FieldRef } from './manifest.ts'

/** The value of a variable: a text, or a number from the resources of its container. */
export type Value = { readonly text: string } | { readonly field: FieldRef }

/** A longer text is no setting of Go’s; texts that name each other twice would double with each. */
const MOST_TEXT = 200

/**
 * Fills in references to earlier variables, as Kubernetes does (third_party/forked/golang/expansion/expand.go): `$(NAME)`
 * is the value of that variable, and `$$` a dollar sign. A reference to any other variable stays as it is.
 *
 * @param before the earlier variables of the container, by name; undefined: the manifest does not tell the value
 * @param toNumber the number that Kubernetes writes for a field; undefined if the manifest does not tell it
 * @returns undefined if the manifest does not tell all of the text
 */
export function fillIn(
  text: string,
  before: ReadonlyMap<string, Value | undefined>,
  toNumber: (field: FieldRef) => number | undefined,
): Value | undefined {
  const [, alone = ''] = /^\$\(([^)]*)\)$/.exec(text) ?? []
  if (before.has(alone)) return before.get(alone)
  let isKnown = true
  const filled = text.replace(/\$(?:\$|\(([^)]*)\))/g, (reference, name?: string) => {
    if (name === undefined) return '$'
    if (!before.has(name)) return reference
    const value = before.get(name)
    const part = value && ('text' in value ? value.text : toNumber(value.field))
    if (part === undefined) isKnown = false
    return String(part)
  })
  return isKnown && filled.length <= MOST_TEXT ? { text: filled } : undefined
}
