interface Rule {
  /** Compound selectors from the outermost in, each a list of classes and perhaps a name. */
  readonly path: readonly Compound[]
  readonly specificity: number
  readonly declarations: readonly (readonly [name: string, value: string])[]
}

interface Compound {
  readonly name: string | undefined
  readonly classes: readonly string[]
}

export interface Sheet {
  readonly rules: readonly Rule[]
  /** Custom properties of `:root`, as written. */
  readonly variables: ReadonlyMap<string, string>
}

export type Shade = 'light' | 'dark'

const BLOCK = /([^{}]+)\{([^{}]*)\}/g
const COMPOUND = /^([a-z]+)?((?:\.[\w-]+)*)$/

/**
 * Parses the charts’ own style sheet, so that a still has the same colours as the page. Rules that are not of classes
 * and names (`@media`, pseudo-classes, attributes) are only for a page and are left out.
 */
export function parseSheet(css: string): Sheet {
  const rules: Rule[] = []
  const variables = new Map<string, string>()
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '').replace(/@[^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}/g, '')
  for (const [, selectors = '', body = ''] of plain.matchAll(BLOCK)) {
    const declarations = toDeclarations(body)
    for (const selector of selectors.split(',').map((text) => text.trim())) {
      if (selector === ':root') for (const [name, value] of declarations) variables.set(name, value)
      const path = toPath(selector)
      if (path) rules.push({ path, specificity: toSpecificity(path), declarations })
    }
  }
  return { rules, variables }
}

function toDeclarations(body: string): (readonly [string, string])[] {
  return body.split(';').flatMap((text) => {
    const at = text.indexOf(':')
    return at < 0 ? [] : [[text.slice(0, at).trim(), text.slice(at + 1).trim()] as const]
  })
}

function toPath(selector: string): Compound[] | undefined {
  const matches = selector.split(/\s+/).map((part) => COMPOUND.exec(part))
  return matches.every((match) => match !== null)
    ? matches.map(([, name, classes = '']) => ({ name, classes: classes.split('.').filter(Boolean) }))
    : undefined
}

/** The weight of a selector: classes before names, as in CSS. No selector has as many as ten names. */
function toSpecificity(path: readonly Compound[]): number {
  return path.reduce((sum, { name, classes }) => sum + 10 * classes.length + (name ? 1 : 0), 0)
}

interface Styled {
  readonly localName: string
  readonly parentNode: Styled | null
  getAttribute(name: string): string | null
}

/** The declarations for an element: of rules with equal weight, the last counts. */
export function declaredFor({ rules }: Sheet, element: Styled): ReadonlyMap<string, string> {
  const matching = rules.filter(({ path }) => matches(path, element))
  // A stable sort: rules of the same weight stay in their order.
  const sorted = [...matching].sort((a, b) => a.specificity - b.specificity)
  return new Map(sorted.flatMap(({ declarations }) => declarations))
}

function matches(path: readonly Compound[], element: Styled): boolean {
  const last = path.at(-1)
  if (!last || !fits(last, element)) return false
  let rest = path.length - 2
  for (let above = element.parentNode; above && rest >= 0; above = above.parentNode) {
    const compound = path[rest]
    if (compound && fits(compound, above)) rest--
  }
  return rest < 0
}

function fits({ name, classes }: Compound, element: Styled): boolean {
  if (name !== undefined && name !== element.localName) return false
  const own = (element.getAttribute('class') ?? '').split(' ')
  return classes.every((one) => own.includes(one))
}

export function resolveValue({ variables }: Sheet, value: string, shade: Shade): string {
  const filled = value.replace(/var\((--[\w-]+)\)/g, (_, name: string) => {
    const found = variables.get(name)
    if (found === undefined) throw new Error(`the charts' style sheet has no ${name}`)
    return found
  })
  return filled.replace(/light-dark\(([^,()]+),\s*([^()]+)\)/g, (_, light: string, dark: string) =>
    shade === 'light' ? light.trim() : dark.trim(),
  )
}
