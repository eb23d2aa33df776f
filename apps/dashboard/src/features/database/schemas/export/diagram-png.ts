import type { Picture } from './diagram-svg.ts'
import { diagramPngText } from './messages.ts'

/** Most pixels that browsers draw: per side, and in total. */
const limits = { side: 16_000, area: 64_000_000 } as const
/** Sharp on current screens. */
const naturalScale = 2

/** Returns the pixels of the file per pixel of the picture. */
export function pngScale({ width, height }: Pick<Picture, 'width' | 'height'>): number {
  return Math.min(naturalScale, limits.side / width, limits.side / height, Math.sqrt(limits.area / (width * height)))
}

/** Draws the picture as PNG. @throws Error if the browser can't draw it */
export async function diagramPng(picture: Picture): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([picture.svg], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const scale = pngScale(picture)
    const canvas = document.createElement('canvas')
    canvas.width = Math.max(1, Math.floor(picture.width * scale))
    canvas.height = Math.max(1, Math.floor(picture.height * scale))
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob === null ? reject(new Error(diagramPngText.tooLarge)) : resolve(blob)), 'image/png'),
    )
  } finally {
    URL.revokeObjectURL(url)
  }
}
