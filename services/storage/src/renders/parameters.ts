import { mostPixelsOfSide } from './limits.ts'
import { renderMessages } from './messages.ts'

/** How an image is to look. */
export interface RenderParameters {
  readonly width: number | null
  readonly height: number | null
  readonly resize: 'cover' | 'contain' | 'fill'
  readonly quality: number
  /** null for WebP where the client takes it, and the source's own otherwise. */
  readonly format: 'origin' | 'webp' | 'avif' | null
  readonly gravity: Gravity
  /** From the edge or the middle that the gravity names, in pixels of the result. */
  readonly xOffset: number
  readonly yOffset: number
}

/** What stays in sight when a cover is cut: imgproxy's names. */
export const gravities = ['ce', 'no', 'so', 'ea', 'we', 'noea', 'nowe', 'soea', 'sowe'] as const
export type Gravity = (typeof gravities)[number]

export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'avif' | 'gif'

const resizes = ['cover', 'contain', 'fill'] as const
const formats = ['origin', 'webp', 'avif'] as const
const otherNames: Readonly<Record<string, Gravity>> = {
  center: 'ce',
  north: 'no',
  top: 'no',
  south: 'so',
  bottom: 'so',
  east: 'ea',
  right: 'ea',
  west: 'we',
  left: 'we',
}
const defaultQuality = 80

/** A value that no image can be rendered with; its message is for the caller. */
export class BadRenderParameter extends Error {}

/** Reads what URLs and bodies say, by the names that they have there. @throws BadRenderParameter */
export function readParameters(given: Readonly<Record<string, unknown>>): RenderParameters {
  const gravity = textOf(given['gravity'])
  return {
    width: sideOf(given['width'], 'width'),
    height: sideOf(given['height'], 'height'),
    resize: choiceOf(given['resize'], 'resize', resizes) ?? 'cover',
    quality: numberOf(given['quality'], 'quality', 20, 100) ?? defaultQuality,
    format: choiceOf(given['format'], 'format', formats),
    gravity: (gravity !== null && Object.hasOwn(otherNames, gravity) ? otherNames[gravity]! : choiceOf(gravity, 'gravity', gravities)) ?? 'ce',
    xOffset: numberOf(given['x_offset'], 'x_offset', -mostPixelsOfSide, mostPixelsOfSide) ?? 0,
    yOffset: numberOf(given['y_offset'], 'y_offset', -mostPixelsOfSide, mostPixelsOfSide) ?? 0,
  }
}

/** As signed tokens and the header `X-Transformations` have it: `height:100,width:200,resize:cover`. Only what differs from the defaults. */
export function writeTransformations({ width, height, resize, quality, format, gravity, xOffset, yOffset }: RenderParameters): string {
  const parts: string[] = []
  if (height !== null) parts.push(`height:${height}`)
  if (width !== null) parts.push(`width:${width}`)
  parts.push(`resize:${resize}`)
  if (quality !== defaultQuality) parts.push(`quality:${quality}`)
  if (format !== null) parts.push(`format:${format}`)
  if (gravity !== 'ce') parts.push(`gravity:${gravity}`)
  if (xOffset !== 0) parts.push(`x_offset:${xOffset}`)
  if (yOffset !== 0) parts.push(`y_offset:${yOffset}`)
  return parts.join(',')
}

/** @throws BadRenderParameter */
export function readTransformations(text: string): RenderParameters {
  const given: Record<string, unknown> = {}
  for (const part of text.split(',')) {
    const mark = part.indexOf(':')
    if (mark !== -1) given[part.slice(0, mark)] = part.slice(mark + 1)
  }
  // what the original's tokens call it
  const type = given['resizing_type']
  if (given['resize'] === undefined && typeof type === 'string') given['resize'] = type === 'fit' ? 'contain' : type === 'force' ? 'fill' : 'cover'
  return readParameters(given)
}

/** Whether the reply depends on what the client takes. */
export function dependsOnAccept({ format }: RenderParameters): boolean {
  return format === null
}

/** What to render for a client that sends this header. `origin` is decided by the source. */
export function formatFor({ format }: RenderParameters, accept: string | undefined): 'origin' | 'webp' | 'avif' {
  if (format !== null) return format
  return accept !== undefined && takesWebp(accept) ? 'webp' : 'origin'
}

function takesWebp(accept: string): boolean {
  return accept
    .slice(0, 1_000)
    .split(',')
    .some((each) => {
      const [type, ...parameters] = each.split(';').map((part) => part.trim().toLowerCase())
      return type === 'image/webp' && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    })
}

function textOf(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'other'
}

function choiceOf<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice | null {
  const text = textOf(value)
  if (text === null) return null
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new BadRenderParameter(renderMessages.notOneOf(name, choices))
  return found
}

function numberOf(value: unknown, name: string, least: number, most: number): number | null {
  const text = textOf(value)
  if (text === null) return null
  const number = Number(text)
  if (!/^-?\d{1,9}$/.test(text) || number < least || number > most) throw new BadRenderParameter(renderMessages.notNumber(name, least, most))
  return number
}

/** Nothing is refused for being too large: it is taken for the largest. */
function sideOf(value: unknown, name: string): number | null {
  const text = textOf(value)
  if (text === null) return null
  if (!/^\d{1,9}(\.\d{1,9})?$/.test(text)) throw new BadRenderParameter(renderMessages.notNumber(name, 1, mostPixelsOfSide))
  const number = Math.round(Number(text))
  // as the original, for which 0 is "by the other side"
  return number === 0 ? null : Math.min(number, mostPixelsOfSide)
}
