import { Busboy, type BusboyHeaders, type BusboyInstance } from '@fastify/busboy'
import type { Readable } from 'node:stream'
import type { ServiceRequest } from '@colonnade/projects'
import { StorageError } from '../errors.ts'
import { fieldBytesMost, formBytesMost, metadataBytesMost } from '../limits.ts'
import { headerValue, metadataOfHeader, parseMetadata, type UserMetadata } from './metadata.ts'

/** A body with a file, up to where the file begins. */
export interface UploadBody {
  readonly contentType: string
  readonly cacheControl: string
  readonly xRobotsTag?: string
  readonly userMetadata: UserMetadata | null
  readonly body: Readable
  /** Of the file, where it is known. */
  readonly expectedBytes?: number
}

/** Returns the smallest size of the file that the request headers allow; null if they don't say. */
export function announcedBytes({ headers }: ServiceRequest): number | null {
  const length = headers['content-length']
  if (length === undefined) return null
  const bytes = Number(length)
  return isForm(headers) ? Math.max(0, bytes - formBytesMost) : bytes
}

function isForm(headers: ServiceRequest['headers']): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '')
}

/** @throws StorageError `InvalidRequest`, `EntityTooLarge` */
export function readUpload(request: ServiceRequest): Promise<UploadBody> | UploadBody {
  const { headers, body } = request
  if (isForm(headers)) return readForm(request)
  const length = headers['content-length']
  const robots = headers['x-robots-tag']
  return {
    contentType: headerValue('content-type', headers['content-type'] ?? 'application/octet-stream'),
    cacheControl: headerValue('cache-control', headers['cache-control'] ?? 'no-cache'),
    ...(typeof robots === 'string' && { xRobotsTag: headerValue('x-robots-tag', robots) }),
    userMetadata: metadataOfHeader(headers['x-metadata']),
    body,
    ...(length !== undefined && { expectedBytes: Number(length) }),
  }
}

/** Fields come before the file; what comes after it is not read. */
function readForm({ headers, body }: ServiceRequest): Promise<UploadBody> {
  const { promise, resolve, reject } = Promise.withResolvers<UploadBody>()
  const fail = (error: unknown): void =>
    reject(error instanceof StorageError ? error : new StorageError('InvalidRequest', 'The form could not be read', { cause: error }))
  let form: BusboyInstance
  try {
    const limits = { files: 1, fields: 20, fieldSize: Math.max(metadataBytesMost, fieldBytesMost) + 1, fieldNameSize: 200, headerPairs: 50 }
    form = new Busboy({ headers: headers as BusboyHeaders, limits })
  } catch (error) {
    fail(error)
    return promise
  }
  const fields = new Map<string, string>()
  let file: Readable | null = null
  form.on('field', (name, value) => void fields.set(name, value))
  form.on('file', (_field, stream, _name, _encoding, type) => {
    file = stream
    // its reader gets the error
    stream.on('error', () => {})
    try {
      resolve(uploadOf(fields, type, stream))
    } catch (error) {
      stream.resume()
      fail(error)
    }
  })
  const broken = (error: Error): void => {
    fail(error)
    file?.destroy(error)
  }
  form.on('error', (error) => broken(error as Error))
  form.on('finish', () => fail(new StorageError('InvalidRequest', 'No content provided')))
  body.on('error', broken)
  body.on('close', () => {
    if (!body.readableEnded) broken(new Error('The request was cut off'))
  })
  body.pipe(form)
  return promise
}

function uploadOf(fields: ReadonlyMap<string, string>, type: string, body: Readable): UploadBody {
  const seconds = fields.get('cacheControl')?.trim() ?? ''
  const robots = fields.get('xRobotsTag')
  return {
    contentType: headerValue('contentType', fields.get('contentType') ?? type),
    cacheControl: seconds === '' ? 'no-cache' : headerValue('cacheControl', /^\d+$/.test(seconds) ? `max-age=${seconds}` : seconds),
    ...(robots !== undefined && { xRobotsTag: headerValue('x-robots-tag', robots) }),
    userMetadata: parseMetadata(fields.get('metadata') ?? ''),
    body,
  }
}
