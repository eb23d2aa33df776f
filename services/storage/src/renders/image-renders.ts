import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
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
  readonly bytes: number
  readonly open: () => Promise<Readable>
}

export interface ImageRender extends KeptRender {
  /** Of this render of this version, without quotes. */
  readonly etag: string
  /** True if it was rendered for this request. */
  readonly isNew: boolean
}

export type WantedFormat = 'origin' | 'webp' | 'avif'

/** Renders an image, or finds what was rendered before. @throws RenderRefused */
export type RenderImage = (source: RenderSource, parameters: RenderParameters, format: WantedFormat) => Promise<ImageRender>

export function createImageRenders(renderer: Renderer, kept: KeptRenders): RenderImage {
  /** Those who want the same render wait for one. */
  const making = new Map<string, Promise<KeptRender>>()

  const make = async ({ ref, folder, open }: RenderSource, parameters: RenderParameters, format: WantedFormat, name: string): Promise<KeptRender> => {
    const draft = await kept.draft(folder, name)
    const source = await kept.draft(folder, name)
    try {
      const task = { target: draft, parameters, format }
      const { format: made, bytes } = await renderer.render(ref, task, async () => {
        await pipeline(await open(), createWriteStream(source, { flags: 'wx', mode: 0o600 }))
        return source
      })
      return await kept.keep(folder, name, draft, { bytes, format: made })
    } finally {
      await Promise.all([rm(source, { force: true }), rm(draft, { force: true })])
    }
  }
  return async (source, parameters, format) => {
    if (source.bytes > renderLimits.sourceBytes) throw new RenderRefused('tooManyBytes')
    const name = nameOfRender(source.version, parameters, format)
    const etag = etagOfRender(source.version, parameters, format)
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

/** Of one render of one version, without quotes: it is known before there is any. */
export function etagOfRender(version: string, parameters: RenderParameters, format: WantedFormat): string {
  return createHash('sha256')
    .update(nameOfRender(version, parameters, format))
    .digest('hex')
    .slice(0, 32)
}

/** The version, and a hash of how it is to look. */
export function nameOfRender(version: string, parameters: RenderParameters, format: string): string {
  const text = writeTransformations({ ...parameters, format: null })
  return `${version}-${createHash('sha256').update(`${text} ${format}`).digest('hex').slice(0, 24)}`
}
