import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import type { Config } from 'dompurify'

interface GitHub {
  readonly tagNames: readonly string[]
  readonly attributes: Readonly<Record<string, readonly string[]>>
}

const GITHUB: GitHub = JSON.parse(readFileSync('tests/fixtures/hosts/github.json', 'utf8'))

/** What Backstage reads of app-config.yaml for its documents. */
export interface TechDocsSettings {
  readonly allowedIframeHosts?: readonly string[]
  readonly allowedCustomElementTagNameRegExp?: string
  readonly allowedCustomElementAttributeNameRegExp?: string
}

/** The HTML that TechDocs keep: DOMPurify as Backstage’s reader configures it, with frames of the allowed hosts alone. */
export function sanitizeAsTechDocs(page: Page, html: string, settings: TechDocsSettings): Promise<string> {
  return runPurify(
    page,
    ({ purify, html, settings }) => {
      const { allowedIframeHosts: hosts, allowedCustomElementTagNameRegExp: tag } = settings
      const attribute = settings.allowedCustomElementAttributeNameRegExp
      if (hosts)
        purify.addHook('beforeSanitizeElements', (node) => {
          if (!(node instanceof HTMLIFrameElement)) return
          if (!URL.canParse(node.src) || !hosts.includes(new URL(node.src).host)) node.remove()
        })
      return purify.sanitize(html, {
        ADD_TAGS: ['link', 'meta', ...(hosts ? ['iframe'] : [])],
        FORBID_TAGS: ['style'],
        CUSTOM_ELEMENT_HANDLING: {
          ...(tag && { tagNameCheck: new RegExp(tag) }),
          ...(attribute && { attributeNameCheck: new RegExp(attribute) }),
        },
      })
    },
    { html, settings },
  )
}

/** The HTML that GitHub keeps: its list of elements and, for each, of attributes. */
export function sanitizeAsGitHub(page: Page, html: string): Promise<string> {
  return runPurify(
    page,
    ({ purify, html, settings: { tagNames, attributes } }) => {
      const all = Object.values(attributes).flat()
      purify.addHook('uponSanitizeAttribute', (node, data) => {
        const own = [...(attributes['*'] ?? []), ...(attributes[node.localName] ?? [])]
        if (!own.includes(data.attrName)) data.keepAttr = false
      })
      return purify.sanitize(html, { ALLOWED_TAGS: [...tagNames], ALLOWED_ATTR: all, ALLOW_DATA_ATTR: false })
    },
    { html, settings: GITHUB },
  )
}

interface Purify {
  sanitize(html: string, config: Config): string
  addHook(entry: 'beforeSanitizeElements', hook: (node: Node) => void): void
  addHook(
    entry: 'uponSanitizeAttribute',
    hook: (node: Element, data: { attrName: string; keepAttr: boolean }) => void,
  ): void
}

interface Given<T> {
  readonly purify: Purify
  readonly html: string
  readonly settings: T
}

/** Runs in a page of nobody’s, with a sanitizer of its own. */
async function runPurify<T>(
  page: Page,
  sanitize: (given: Given<T>) => string,
  given: { readonly html: string; readonly settings: T },
): Promise<string> {
  await page.goto('about:blank')
  await page.addScriptTag({ path: 'node_modules/dompurify/dist/purify.js' })
  return page.evaluate(`(${sanitize})({ ...${JSON.stringify(given)}, purify: DOMPurify })`)
}
