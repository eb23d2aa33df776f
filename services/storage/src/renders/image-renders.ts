import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { KeptRender, KeptRenders } from './kept-renders.ts'
import { renderLimits } from './limits.ts'
import { type RenderParameters, writeTransformations } from './parameters.ts'
import { RenderRefused, type Renderer } from './renderer.ts'

/** An image to render: bytes that never change. */
export interface RenderSource {
  /** Whose it is, for the turns. */
  readonly ref: string
  /** Where renders of its project's family are kept. */
  readonly folder: string
  readonly version: string
  readonly path: string
  readonly bytes: number
}

export interface ImageRender extends KeptRender {
  /** Of this render of this version, without quotes. */
  readonly etag: string
  /** Whether it had to be made. */
  readonly isNew: boolean
}

/** Renders an image, or finds what was rendered before. @throws RenderRefused */
export type RenderImage = (source: RenderSource, parameters: RenderParameters, format: 'origin' | 'webp' | 'avif') => Promise<ImageRender>

export function createImageRenders(renderer: Renderer, kept: KeptRenders): RenderImage {
  /** Those who want the same render wait for one. */
  const making = new Map<string, Promise<KeptRender>>()

  const make = async (
    { ref, folder, path }: RenderSource,
    parameters: RenderParameters,
    format: 'origin' | 'webp' | 'avif',
    name: string,
  ): Promise<KeptRender> => {
    const draft = await kept.draft(folder, name)
    try {
      const { format: made, bytes } = await renderer.render(ref, { source: path, target: draft, parameters, format })
      return await kept.keep(folder, name, draft, { bytes, format: made })
    } catch (error) {
      await rm(draft, { force: true })
      throw error
    }
  }
  return async (source, parameters, format) => {
    if (source.bytes > renderLimits.sourceBytes) throw new RenderRefused('tooManyBytes')
    const name = nameOf(source.version, parameters, format)
    const etag = createHash('sha256').update(name).digest('hex').slice(0, 32)
    const found = await kept.find(source.folder, name)
    if (found !== null) return { ...found, etag, isNew: false }
    const place = `${source.folder}/${name}`
    let made = making.get(place)
    const isNew = made === undefined
    if (made === undefined) {
      made = make(source, parameters, format, name).finally(() => making.delete(place))
      making.set(place, made)
    }
    return { ...(await made), etag, isNew }
  }
}

/** The version, and a hash of how it is to look. */
function nameOf(version: string, parameters: RenderParameters, format: string): string {
  const text = writeTransformations({ ...parameters, format: null })
  return `${version}-${createHash('sha256').update(`${text} ${format}`).digest('hex').slice(0, 24)}`
}
