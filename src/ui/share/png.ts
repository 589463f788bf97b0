import type { Still } from '../../charts/still/picture.ts'

/** Pixels per pixel: sharp on dense screens and in print. */
const DENSITY = 2

/** Rejects if the browser cannot draw it. */
export async function toPng({ svg, width, height }: Still): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image(width, height)
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = width * DENSITY
    canvas.height = height * DENSITY
    const context = canvas.getContext('2d')
    if (!context) throw new Error('this browser has no canvas')
    context.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
    if (!blob) throw new Error('this browser made no PNG')
    return blob
  } finally {
    URL.revokeObjectURL(url)
  }
}
