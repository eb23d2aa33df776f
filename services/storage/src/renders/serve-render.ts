import type { ServiceReply } from '@colonnade/projects'
import { systemCode } from '@colonnade/objects'
import { type FileHandle, open } from 'node:fs/promises'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { findObject, type ReadAs } from '../objects/find-object.ts'
import type { ObjectRow } from '../objects/object-row.ts'
import type { PathParameters } from '../router.ts'
import { judgeConditions } from '../serving/conditions.ts'
import { dispositionHeaders } from '../serving/file-headers.ts'
import { findSigned } from '../signed-urls/sign.ts'
import { etagOfRender, type ImageRender, type RenderSource, type WantedFormat } from './image-renders.ts'
import {
  BadRenderParameter,
  dependsOnAccept,
  formatFor,
  readParameters,
  readTransformations,
  type RenderParameters,
  writeTransformations,
} from './parameters.ts'
import { renderMessages } from './messages.ts'
import { RenderRefused } from './renderer.ts'

interface Rendering {
  readonly object: ObjectRow
  readonly parameters: RenderParameters
  /** Until when a link holds. */
  readonly expiresAt?: Date
}

/** Answers with an image of another size or format, by whose right it is. */
export function renderAs(as: ReadAs) {
  return async (call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> => {
    requireEnabled(call)
    const parameters = read(() => readParameters(Object.fromEntries(call.query)))
    const { object } = await findObject(call, bucket!, path!, as, 'storage.render.image')
    return serveRender(call, { object, parameters })
  }
}

/** How the image is to look was signed with its address. */
export async function renderSigned(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  requireEnabled(call)
  const { object, expiresAt, transformations } = await findSigned(call, bucket!, path!)
  return serveRender(call, { object, expiresAt, parameters: read(() => readTransformations(transformations ?? '')) })
}

async function serveRender(call: StorageCall, { object, parameters, expiresAt }: Rendering): Promise<ServiceReply> {
  const { headers, method } = call.request
  const { version, metadata } = object
  const format = formatFor(parameters, headers.accept)
  if (version === null) throw new StorageError('NoSuchKey', 'Object not found: its content is missing')
  const etag = `"${etagOfRender(version, parameters, format)}"`
  const modified = Date.parse(metadata?.lastModified ?? object.updated_at ?? '') || 0
  const own: Record<string, string> = {
    etag,
    'last-modified': new Date(modified).toUTCString(),
    'x-content-type-options': 'nosniff',
    'x-robots-tag': metadata?.xRobotsTag ?? 'none',
    'x-transformations': writeTransformations(parameters),
    ...(dependsOnAccept(parameters) && { vary: 'Accept' }),
    ...(expiresAt === undefined ? { 'cache-control': metadata?.cacheControl ?? 'no-cache' } : { expires: expiresAt.toUTCString() }),
    ...dispositionHeaders(call.query),
  }
  const outcome = judgeConditions(headers, etag, modified)
  if (outcome === 'failed')
    throw new StorageError('InvalidRequest', 'The image doesn’t meet the conditions of the request', { httpStatus: 412, status: 412 })
  if (outcome === 'not_modified') return { status: 304, headers: own, body: null, isFile: true }
  const { render, file } = await openRender(call, version, parameters, format)
  if (render.isNew) call.projects.countTransformed(call.ref, object.id)
  const all = { ...own, 'content-type': `image/${render.format}`, 'content-length': String(render.bytes) }
  if (method === 'HEAD') {
    await file.close()
    return { status: 200, headers: all, body: null, isFile: true }
  }
  return { status: 200, headers: all, body: file.createReadStream(), isFile: true }
}

async function openRender(
  call: StorageCall,
  version: string,
  parameters: RenderParameters,
  format: WantedFormat,
): Promise<{ readonly render: ImageRender; readonly file: FileHandle }> {
  const source = await sourceOf(call, version)
  for (let isAgain = false; ; isAgain = true) {
    const render = await call.images.render(source, parameters, format).catch((error: unknown) => {
      throw refusalOf(error)
    })
    try {
      return { render, file: await open(render.path) }
    } catch (error) {
      // it made room for another just now
      if (isAgain || systemCode(error) !== 'ENOENT') throw error
      call.images.forget(source, parameters, format)
    }
  }
}

async function sourceOf({ ref, settings, versions, images }: StorageCall, version: string): Promise<RenderSource> {
  const missing = (): StorageError => new StorageError('NoSuchKey', 'Object not found: its content is missing')
  const opened = await versions.open(version)
  if (opened === null) throw missing()
  const { bytes } = opened
  await opened.close()
  return {
    ref,
    folder: images.folderOf(settings.family),
    version,
    bytes,
    async open() {
      const again = await versions.open(version)
      if (again === null) throw missing()
      return again.read(0, bytes - 1)
    },
  }
}

function requireEnabled({ settings }: StorageCall): void {
  if (settings.isImageTransformationEnabled) return
  throw new StorageError('FeatureNotEnabled', 'Image transformations are turned off for this project. Turn them on in its storage settings.')
}

function read(parse: () => RenderParameters): RenderParameters {
  try {
    return parse()
  } catch (error) {
    if (error instanceof BadRenderParameter) throw new StorageError('InvalidRequest', error.message)
    throw error
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof RenderRefused)) return error
  if (error.code === 'busy') return new StorageError('SlowDown', renderMessages.busy, { headers: { 'retry-after': '1' } })
  return new StorageError(error.code === 'tooManyBytes' ? 'EntityTooLarge' : 'InvalidRequest', error.message)
}
