import { escapeHtml, escapeMarkdown, type FrameSize, type Served } from './snippets.ts'

/** A frame for hosts that keep only its address, width and height. */
export function toPlainIframe(served: Served, { width, height }: FrameSize): string {
  return `<iframe src="${escapeHtml(frameOf(served))}" width="${width ?? '100%'}" height="${height}"></iframe>\n`
}

/** GitLab shows this image syntax as a frame if its administrators have allowed the host. */
export function toGitLab(served: Served, { width, height }: FrameSize): string {
  return `![${escapeMarkdown(served.title)}](${frameOf(served)}){width=${width ?? '100%'} height=${height}}\n`
}

/** Backstage’s settings for this host, and the figure in two forms: with them its sanitizer keeps both. */
export function toTechDocs(served: Served, size: FrameSize): string {
  const [, origin = '', host = ''] = /^(\w+:\/\/([^/]*))/.exec(served.base) ?? []
  return `# app-config.yaml of Backstage
techdocs:
  sanitizer:
    allowedIframeHosts: ['${host}']
    allowedCustomElementTagNameRegExp: '^sawtooth-figure$'
    allowedCustomElementAttributeNameRegExp: '^(src|height)$'
backend:
  csp:
    frame-src: ["'self'", '${origin}']

<!-- In the Markdown: a frame … -->
${toPlainIframe(served, size)}
<!-- … or, where the app imports 'sawtooth/element', a figure that takes the height it needs -->
<sawtooth-figure src="${escapeHtml(served.base + served.embedLink)}"></sawtooth-figure>
`
}

/** A slide that shows only the figure: for Slidev, and for reveal.js. */
export function toSlides(served: Served): string {
  const frame = frameOf(served)
  return `<!-- Slidev -->
---
layout: iframe
url: ${frame}
---

<!-- reveal.js -->
<section data-background-iframe="${escapeHtml(frame)}" data-background-interactive></section>
`
}

/** A linked picture, as GitHub keeps it. `width` is in pixels: a PNG has twice as many. */
export function toPictureHtml({ page, link }: Served, picture: string, alt: string, width: number): string {
  const image = `<img src="${escapeHtml(picture)}" alt="${escapeHtml(alt)}" width="${width}" />`
  return `<a href="${escapeHtml(page + link)}">${image}</a>\n`
}

const frameOf = ({ base, embedLink }: Served) => `${base}embed.html${embedLink}`
