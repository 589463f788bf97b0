/** The part of @resvg/resvg-js that is used. */
interface Resvg {
  readonly Resvg: new (
    svg: string,
    options: { readonly fitTo: { readonly mode: 'zoom'; readonly value: number } },
  ) => { render(): { asPng(): Uint8Array } }
}

/** Pixels per pixel of the picture: sharp where screens are fine. */
const ZOOM = 2
const PACKAGE = '@resvg/resvg-js'

/** A picture as PNG, without a browser; undefined where the renderer, which comes for most systems, is not installed. */
export async function toPng(svg: string): Promise<Uint8Array | undefined> {
  const resvg = (await import(PACKAGE).catch(() => undefined)) as Resvg | undefined
  return resvg && new resvg.Resvg(svg, { fitTo: { mode: 'zoom', value: ZOOM } }).render().asPng()
}
