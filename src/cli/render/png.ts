/** How a picture becomes pixels: its size, and what is behind it. */
interface PngOptions {
  readonly fitTo?: { readonly mode: 'zoom'; readonly value: number }
  readonly background?: string
}

type ToPng = (svg: string, options: PngOptions) => Uint8Array

/** The part of @resvg/resvg-js that is used. */
interface Resvg {
  readonly Resvg: new (svg: string, options: PngOptions) => { render(): { asPng(): Uint8Array } }
}

const PACKAGE = '@resvg/resvg-js'

/** What draws SVG as PNG, without a browser; undefined if it is not installed: some systems have no build of it. */
export async function loadToPng(): Promise<ToPng | undefined> {
  const resvg = (await import(PACKAGE).catch(() => undefined)) as Resvg | undefined
  return resvg && ((svg, options) => new resvg.Resvg(svg, options).render().asPng())
}
