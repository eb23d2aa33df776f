import { open } from 'node:fs/promises'
import sharp, { type Metadata, type Sharp } from 'sharp'
import { renderLimits } from '../limits.ts'
import type { Gravity, ImageFormat } from '../parameters.ts'
import type { RenderFault, RenderTask } from './protocol.ts'

/** Why an image isn't rendered. */
export class RenderRefusal extends Error {
  readonly fault: RenderFault

  constructor(fault: RenderFault) {
    super(fault)
    this.fault = fault
  }
}

type SourceFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'tiff'

/** Only what we mean to read can be loaded, whatever a file pretends to be. */
const loaders: Readonly<Record<SourceFormat, string>> = {
  jpeg: 'VipsForeignLoadJpegFile',
  png: 'VipsForeignLoadPngFile',
  webp: 'VipsForeignLoadWebpFile',
  gif: 'VipsForeignLoadNsgifFile',
  avif: 'VipsForeignLoadHeifFile',
  tiff: 'VipsForeignLoadTiffFile',
}

/** Prepares this process for images of strangers. */
export function prepare(): void {
  sharp.cache(false)
  // one image at a time: its own threads would only take turns
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: Object.values(loaders) })
}

/** @throws RenderRefusal for a source that is no image, or too large a one */
export async function renderImage({ source, target, parameters, format }: RenderTask): Promise<{ format: ImageFormat; bytes: number }> {
  const kind = await kindOf(source)
  if (kind === null) throw new RenderRefusal('unsupported')
  try {
    const metadata = await sharp(source, { limitInputPixels: renderLimits.pixels }).metadata()
    const [width, height] = sizeOf(metadata)
    if (width * height > renderLimits.pixels) throw new RenderRefusal('tooManyPixels')
    const chosen = format === 'origin' ? ownFormat(kind, metadata) : format
    const frames = chosen === 'webp' || chosen === 'gif' ? framesOf(metadata, width * height) : 1
    const image = sharp(source, {
      limitInputPixels: renderLimits.pixels,
      // browsers show what has small faults, and so do we; what is cut short has none of its end
      failOn: 'error',
      sequentialRead: true,
      ...(kind === 'gif' || kind === 'webp' ? { pages: frames } : {}),
      autoOrient: frames === 1,
    })
    const sized = resize(image, parameters, orientedSize(metadata, frames))
    const { size } = await encode(sized, chosen, parameters.quality).toFile(target)
    return { format: chosen, bytes: size }
  } catch (error) {
    if (error instanceof RenderRefusal) throw error
    const message = error instanceof Error ? error.message : ''
    if (/pixel limit/i.test(message)) throw new RenderRefusal('tooManyPixels')
    // a full disk is no fault of the image
    if (/ENOSPC|No space left|EACCES|EROFS|ENOENT|unable to (open for write|write)/i.test(message)) throw error
    throw new RenderRefusal('unsupported')
  }
}

/** By its first bytes, since names and types say what people want. */
async function kindOf(path: string): Promise<SourceFormat | null> {
  const file = await open(path, 'r')
  try {
    const head = Buffer.alloc(32)
    const { bytesRead } = await file.read(head, 0, head.length, 0)
    return kindOfHead(head.subarray(0, bytesRead))
  } finally {
    await file.close()
  }
}

function kindOfHead(head: Buffer): SourceFormat | null {
  const text = head.toString('latin1')
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(text)) return 'gif'
  if (/^RIFF....WEBP/s.test(text)) return 'webp'
  if (/^....ftyp(?:avif|avis)/s.test(text)) return 'avif'
  if (text.startsWith('II*\0') || text.startsWith('MM\0*')) return 'tiff'
  return null
}

function sizeOf({ width, height, pageHeight }: Metadata): readonly [width: number, height: number] {
  return [width, pageHeight ?? height]
}

function orientedSize(metadata: Metadata, frames: number): readonly [width: number, height: number] {
  const [width, height] = sizeOf(metadata)
  return frames === 1 && (metadata.orientation ?? 1) >= 5 ? [height, width] : [width, height]
}

function framesOf({ pages = 1 }: Metadata, pixels: number): number {
  return Math.max(1, Math.min(pages, renderLimits.frames, Math.floor(renderLimits.pixels / pixels)))
}

/** No browser shows TIFF. */
function ownFormat(kind: SourceFormat, { hasAlpha }: Metadata): ImageFormat {
  return kind === 'tiff' ? (hasAlpha ? 'png' : 'jpeg') : kind
}

function resize(
  image: Sharp,
  { width, height, resize: how, gravity, xOffset, yOffset }: RenderTask['parameters'],
  [ownWidth, ownHeight]: readonly [number, number],
): Sharp {
  if (width === null && height === null) return image
  const sides = { width: width ?? undefined, height: height ?? undefined, withoutEnlargement: true }
  const only = Object.fromEntries(Object.entries(sides).filter(([, value]) => value !== undefined))
  if (how === 'fill') return image.resize({ ...only, fit: 'fill' })
  if (how === 'contain' || width === null || height === null) return image.resize({ ...only, fit: 'inside' })
  // nothing is enlarged: of a small image less is cut
  const [cutWidth, cutHeight] = [Math.min(width, ownWidth), Math.min(height, ownHeight)]
  if (xOffset === 0 && yOffset === 0) return image.resize({ width: cutWidth, height: cutHeight, fit: 'cover', position: positions[gravity] })
  const scale = Math.max(cutWidth / ownWidth, cutHeight / ownHeight)
  const [scaledWidth, scaledHeight] = [Math.max(cutWidth, Math.round(ownWidth * scale)), Math.max(cutHeight, Math.round(ownHeight * scale))]
  const left = placeOf(gravity.includes('we') ? 'start' : gravity.includes('ea') ? 'end' : 'middle', scaledWidth - cutWidth, xOffset)
  const top = placeOf(gravity.includes('no') ? 'start' : gravity.includes('so') ? 'end' : 'middle', scaledHeight - cutHeight, yOffset)
  return image.resize({ width: scaledWidth, height: scaledHeight, fit: 'fill' }).extract({ left, top, width: cutWidth, height: cutHeight })
}

const positions: Readonly<Record<Gravity, string>> = {
  ce: 'center',
  no: 'north',
  so: 'south',
  ea: 'east',
  we: 'west',
  noea: 'northeast',
  nowe: 'northwest',
  soea: 'southeast',
  sowe: 'southwest',
}

/** Where the cut begins, of so many pixels that are too much. */
function placeOf(edge: 'start' | 'middle' | 'end', spare: number, offset: number): number {
  const place = edge === 'start' ? offset : edge === 'end' ? spare - offset : Math.round(spare / 2) + offset
  return Math.max(0, Math.min(spare, place))
}

function encode(image: Sharp, format: ImageFormat, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return image.jpeg({ quality, progressive: true })
    case 'png':
      return image.png({ compressionLevel: 6 })
    case 'webp':
      return image.webp({ quality, effort: 3 })
    case 'avif':
      return image.avif({ quality: Math.max(1, quality - 20), effort: 2 })
    case 'gif':
      return image.gif({ effort: 3 })
  }
}
