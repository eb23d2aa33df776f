import { DataStore, ERRORS, Upload } from '@tus/server'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { resumableHours } from '@colonnade/objects'
import { ownerOf } from '../objects/owner.ts'
import { checkMimeType, insertObject, metadataOf, type NewObject, prepareUpload, sizeLimitOf, writeError } from '../objects/store-object.ts'
import { parseUploadId } from './upload-id.ts'
import type { UploadLocker } from './upload-locker.ts'
import { readAnnounced } from './upload-metadata.ts'
import {
  type BegunUpload,
  deleteUpload,
  endUpload,
  findUpload,
  insertPart,
  insertUpload,
  setLength,
  storedBytes,
  type UploadPart,
} from './uploads.ts'

/** Whose right an upload is, and who will own it. */
export interface Uploader {
  readonly as: NewObject['as']
  readonly ownerId: string | null
  /** Whether an object of that name is replaced. */
  readonly isUpsert: boolean
}

const noBytes: UploadPart = { part: 0, bytes: 0, md5: createHash('md5').digest('hex') }

/** Resumable uploads of a project, as one request sees them. */
export class UploadStore extends DataStore {
  override readonly extensions = ['creation', 'creation-with-upload', 'creation-defer-length', 'termination', 'expiration']
  readonly #call: StorageCall
  readonly #locker: UploadLocker

  constructor(call: StorageCall, locker: UploadLocker) {
    super()
    this.#call = call
    this.#locker = locker
  }

  /** Tries out whether the uploader may make the object, and that it is none that the bucket refuses. @throws StorageError */
  async begin(upload: Upload, uploader: Uploader): Promise<void> {
    const { version } = this.#parse(upload.id)
    const { bucketId, name, content, userMetadata } = readAnnounced(upload.metadata)
    const begun = { bucketId, name, version, content, userMetadata, ...uploader, length: upload.size ?? null }
    const bucket = await prepareUpload(this.#call, objectOf(begun, uploader.as, 'storage.tus.upload.create'), content, null)
    if (upload.size !== undefined && upload.size > sizeLimitOf(this.#call, bucket)) throw new StorageError('EntityTooLarge')
    checkMimeType(bucket, content.contentType)
    await insertUpload(this.#call, begun)
  }

  /** Whether the uploader may still make the object. @throws StorageError */
  async allow(id: string, uploader: Pick<Uploader, 'as'>): Promise<void> {
    const upload = await this.#find(id)
    if (upload === null) return
    await prepareUpload(this.#call, objectOf(upload, uploader.as, 'storage.tus.upload.part'), upload.content, null)
  }

  /** Makes the object of an upload whose bytes are all there, once; nothing is left of one that is refused. @throws StorageError */
  finish(id: string, uploader: Pick<Uploader, 'as'>): Promise<void> {
    return this.#locker.once(id, () => this.#finish(id, uploader))
  }

  async #finish(id: string, uploader: Pick<Uploader, 'as'>): Promise<void> {
    const upload = await this.#find(id)
    if (upload === null || bytesOf(upload) !== upload.length) return
    const { versions } = this.#call
    const { version, parts, content } = upload
    await this.#keep(upload)
    const metadata = metadataOf({ bytes: bytesOf(upload), digests: {} }, content, this.#call.clock.date(), etagOf(parts))
    const object = objectOf(upload, uploader.as, 'storage.tus.upload.part')
    try {
      await insertObject(this.#call, object, version, metadata, endUpload(this.#call, version))
    } catch (error) {
      if (error instanceof StorageError && error.status < 500 && (await storedBytes(this.#call, upload)) === null) {
        await deleteUpload(this.#call, version)
        await versions.discard(version)
      }
      throw error
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const upload = await this.#find(id)
    if (upload !== null) {
      const size = upload.length === null ? {} : { size: upload.length }
      return new Upload({ id, offset: bytesOf(upload), ...size, creation_date: upload.createdAt })
    }
    // a client that never heard the last answer asks whether all of it came
    const stored = await storedBytes(this.#call, this.#parse(id))
    if (stored === null) throw ERRORS.FILE_NOT_FOUND
    return new Upload({ id, offset: stored, size: stored })
  }

  override async write(body: Readable, id: string, offset: number): Promise<number> {
    const work = this.#write(body, id, offset)
    this.#locker.busy(id, work)
    return work
  }

  override async declareUploadLength(id: string, length: number): Promise<void> {
    const upload = await this.#find(id)
    if (upload === null) throw ERRORS.FILE_NOT_FOUND
    if (length > (await this.#limitOf(upload))) throw new StorageError('EntityTooLarge')
    await setLength(this.#call, upload.version, length)
  }

  override async remove(id: string): Promise<void> {
    const upload = await this.#find(id)
    if (upload === null) throw ERRORS.FILE_NOT_FOUND
    await deleteUpload(this.#call, upload.version)
    await this.#call.versions.inParts(upload.version).discard()
  }

  override getExpiration(): number {
    return resumableHours * 60 * 60 * 1000
  }

  /** What came before the connection broke stays. */
  async #write(body: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.#find(id)
    if (upload === null) throw ERRORS.FILE_NOT_FOUND
    const mostBytes = Math.min(upload.length ?? Infinity, await this.#limitOf(upload)) - offset
    const part = (upload.parts.at(-1)?.part ?? 0) + 1
    const parted = this.#call.versions.inParts(upload.version)
    const { bytes, digests } = await parted.write(part, body, { mostBytes, keepsBeginning: true }).catch((error: unknown) => {
      throw writeError(error)
    })
    if (bytes > 0) {
      await insertPart(this.#call, upload, { part, bytes, md5: digests.md5!.toString('hex') }).catch(async (error: unknown) => {
        // the upload ended while the part came, with its bucket for example
        if (error instanceof StorageError && error.status < 500) await parted.discard()
        throw error
      })
    }
    return offset + bytes
  }

  async #limitOf(upload: BegunUpload): Promise<number> {
    // without a body nothing is tried out
    const bucket = await prepareUpload(this.#call, objectOf(upload, 'service', 'storage.tus.upload.part'), upload.content, 0)
    return sizeLimitOf(this.#call, bucket)
  }

  /** Puts the bytes where versions are, unless that was done before. @throws StorageError */
  async #keep({ version, parts }: BegunUpload): Promise<void> {
    const { versions } = this.#call
    const kept = await versions.open(version)
    if (kept !== null) return kept.close()
    if (parts.length === 0) await versions.write(version, Readable.from([]), { mostBytes: 0 })
    else if (!(await versions.inParts(version).keep(parts.map(({ part }) => part)))) {
      // a database that was restored to an earlier moment has its row again, and not its bytes
      await deleteUpload(this.#call, version)
      throw new StorageError('NoSuchUpload')
    }
  }

  #parse(id: string): ReturnType<typeof parseUploadId> & object {
    const upload = parseUploadId(id)
    if (upload === null) throw ERRORS.FILE_NOT_FOUND
    return upload
  }

  #find(id: string): Promise<BegunUpload | null> {
    return findUpload(this.#call, this.#parse(id))
  }
}

function objectOf(
  upload: Omit<BegunUpload, 'createdAt' | 'parts' | 'length' | 'version'>,
  as: NewObject['as'],
  operation: NewObject['operation'],
): NewObject {
  const { bucketId, name, userMetadata, isUpsert, ownerId } = upload
  return { bucketId, name, isUpsert, userMetadata, ...ownerOf({ userId: ownerId }), operation, as }
}

function bytesOf({ parts }: BegunUpload): number {
  return parts.reduce((sum, { bytes }) => sum + bytes, 0)
}

/** As of uploads in parts (S3): the MD5 of the MD5s, and how many. */
function etagOf(parts: readonly UploadPart[]): string {
  if (parts.length <= 1) return `"${(parts[0] ?? noBytes).md5}"`
  const all = createHash('md5')
  for (const { md5 } of parts) all.update(md5, 'hex')
  return `"${all.digest('hex')}-${parts.length}"`
}
