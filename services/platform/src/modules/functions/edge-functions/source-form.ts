import { Busboy } from '@fastify/busboy'
import { DeployMetadata } from '@colonnade/contracts/functions/edge-functions'
import { sourceBytesMost, sourceFilesMost } from '@colonnade/contracts/functions/function-source'
import { AppError, isAppError } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import { Readable } from 'node:stream'
import { messages } from '../messages.ts'

/** A form sent by a tool. */
export interface SourceForm {
  readonly metadata: DeployMetadata
  readonly files: readonly { readonly path: string; readonly bytes: Uint8Array }[]
}

const metadataBytesMost = 64 * 1024

/**
 * Reads a deploy's form in memory, which counts toward the call's memory limit.
 *
 * @throws AppError `invalid_input`, `payload_too_large`, `bad_request`, `too_busy`
 */
export async function readSourceForm(body: AsyncIterable<Uint8Array>, contentType: string, memory: RequestFacts['memory']): Promise<SourceForm> {
  const files: { path: string; chunks: Buffer[] }[] = []
  let metadata: string | undefined
  let total = 0
  const form = openForm(contentType)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  form.on('field', (name, value, _isNameCut, isCut) => {
    if (name !== 'metadata') return
    if (isCut) reject(invalid('metadata', messages.form.metadataTooLarge))
    metadata = value
  })
  form.on('file', (_name, stream, path) => {
    const file = { path: path ?? '', chunks: [] as Buffer[] }
    files.push(file)
    stream.on('data', (chunk: Buffer) => {
      total += chunk.length
      if (total > sourceBytesMost) {
        stream.resume()
        reject(tooLarge())
        return
      }
      try {
        memory.resize(memory.bytes + chunk.length)
        file.chunks.push(chunk)
      } catch (error) {
        reject(error)
      }
    })
  })
  form.on('filesLimit', () => reject(invalid('file', messages.form.tooManyFiles(sourceFilesMost))))
  for (const limit of ['partsLimit', 'fieldsLimit'] as const) form.on(limit, () => reject(invalid('body', messages.form.tooManyParts)))
  form.on('error', (error) => reject(isAppError(error) ? error : invalid('body', messages.form.unreadable)))
  form.on('finish', resolve)
  const input = Readable.from(body, { objectMode: false })
  input.on('error', reject)
  input.pipe(form)
  try {
    await promise
  } finally {
    input.unpipe(form)
    input.destroy()
  }
  return {
    metadata: parseMetadata(metadata),
    files: files.map(({ path, chunks }) => ({ path, bytes: Buffer.concat(chunks) })),
  }
}

function openForm(contentType: string): InstanceType<typeof Busboy> {
  const limits = {
    files: sourceFilesMost,
    // one more, to detect truncation
    fileSize: sourceBytesMost + 1,
    fields: 10,
    fieldSize: metadataBytesMost,
    fieldNameSize: 200,
    parts: sourceFilesMost + 20,
    headerPairs: 50,
  }
  // file names contain folders, and parts without a file name use the part's name
  const isPartAFile = (field: string | undefined, _type: string | undefined, name: string | undefined): boolean =>
    name !== undefined || field === 'file'
  try {
    return new Busboy({ headers: { 'content-type': contentType }, preservePath: true, limits, isPartAFile })
  } catch {
    throw invalid('body', messages.form.notForm)
  }
}

function parseMetadata(text: string | undefined): DeployMetadata {
  if (text === undefined) throw invalid('metadata', messages.form.noMetadata)
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    throw invalid('metadata', messages.form.notJson)
  }
  const parsed = DeployMetadata.safeParse(read)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw invalid(['metadata', ...issue!.path.map(String)].join('.'), `metadata: ${[...issue!.path.map(String), issue!.message].join(': ')}`)
}

export function tooLarge(): AppError {
  return new AppError('payload_too_large', { limit: sourceBytesMost }, { message: messages.form.tooLarge(sourceBytesMost / 1024 ** 2) })
}

export function invalid(path: string, message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: path.split('.'), message }] }, { message })
}
