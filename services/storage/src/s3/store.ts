import type { Readable } from 'node:stream'

/** What the S3 protocol asks of storage, for one caller. Errors: S3Error. */
export interface S3Store extends StoredBuckets, StoredObjects, StoredUploads {}

export interface StoredBuckets {
  /** By name. */
  listBuckets(): Promise<readonly StoredBucket[]>
  /** @throws S3Error `NoSuchBucket` */
  findBucket(name: string): Promise<StoredBucket>
  /** @throws S3Error `BucketAlreadyOwnedByYou`, `InvalidBucketName` */
  createBucket(name: string, options: { readonly isPublic: boolean }): Promise<void>
  /** @throws S3Error `NoSuchBucket`, `BucketNotEmpty` */
  deleteBucket(name: string): Promise<void>
}

export interface StoredObjects {
  /** Keys, and what they begin with up to the delimiter, by their bytes. @throws S3Error `NoSuchBucket` */
  listObjects(bucket: string, page: ListPage): Promise<ListedObjects>
  /** @throws S3Error `NoSuchKey`, `NoSuchBucket` */
  findObject(bucket: string, key: string): Promise<FoundObject>
  /** Takes the place of an object with that key, once all of the content has come without an error. */
  putObject(bucket: string, key: string, object: NewObject): Promise<{ readonly etag: string }>
  /** Deletes objects, and ignores missing or forbidden ones, as S3 does. @throws S3Error `NoSuchBucket` */
  deleteObjects(bucket: string, keys: readonly string[]): Promise<void>
  /** @param properties null to keep those of the source */
  copyObject(from: ObjectName, to: ObjectName, properties: ObjectProperties | null): Promise<{ readonly etag: string; readonly lastModified: Date }>
  /** Replaces all of them. @throws S3Error `NoSuchKey` */
  setTags(bucket: string, key: string, tags: Tags): Promise<void>
}

export interface StoredUploads {
  createUpload(bucket: string, key: string, properties: ObjectProperties): Promise<{ readonly uploadId: string }>
  /** Takes the place of a part with that number. @throws S3Error `NoSuchUpload` */
  putPart(upload: UploadName, number: number, content: NewContent): Promise<{ readonly etag: string }>
  /** @throws S3Error `NoSuchUpload` */
  listParts(upload: UploadName, page: { readonly after: number; readonly limit: number }): Promise<readonly StoredPart[]>
  listUploads(bucket: string, page: UploadPage): Promise<readonly StoredUpload[]>
  /** Puts the parts together, by their number. @throws S3Error `NoSuchUpload`, `InvalidPart`, `EntityTooSmall` */
  completeUpload(upload: UploadName, parts: readonly NamedPart[], options: { readonly onlyIfNew: boolean }): Promise<{ readonly etag: string }>
  /** @throws S3Error `NoSuchUpload` */
  abortUpload(upload: UploadName): Promise<void>
}

export interface StoredBucket {
  readonly name: string
  readonly createdAt: Date
}

export interface ObjectName {
  readonly bucket: string
  readonly key: string
}

export type Tags = Readonly<Record<string, string>>

/** What is kept beside an object's bytes. */
export interface ObjectProperties {
  readonly contentType: string | null
  readonly cacheControl: string | null
  /** Of other headers that describe the bytes: `content-encoding`, `content-disposition`, `content-language`. */
  readonly headers: Readonly<Record<string, string>>
  /** Of `x-amz-meta-*`, without that. */
  readonly metadata: Readonly<Record<string, string>>
  readonly tags: Tags
}

export interface NewContent {
  /** null where the client didn't say. */
  readonly length: number | null
  readonly content: AsyncIterable<Uint8Array>
}

export interface NewObject extends NewContent {
  readonly properties: ObjectProperties
  readonly onlyIfNew: boolean
}

export interface StoredObject {
  readonly key: string
  readonly size: number
  /** Without quotes. */
  readonly etag: string
  readonly lastModified: Date
}

export interface FoundObject extends StoredObject {
  readonly properties: ObjectProperties
  /** Its bytes from the first to the last of the range, which is within it. */
  read(range: ByteRange): Promise<Readable>
}

/** Both ends belong to it. */
export interface ByteRange {
  readonly first: number
  readonly last: number
}

export interface ListPage {
  readonly prefix: string
  /** Empty for none. */
  readonly delimiter: string
  /** Only what comes after it. */
  readonly after: string
  readonly limit: number
}

export interface ListedObjects {
  readonly objects: readonly StoredObject[]
  readonly prefixes: readonly string[]
  /** Where the next page goes on; null on the last one. */
  readonly next: string | null
}

export interface UploadName extends ObjectName {
  readonly uploadId: string
}

export interface UploadPage {
  readonly prefix: string
  readonly after: { readonly key: string; readonly uploadId: string }
  readonly limit: number
}

export interface StoredUpload extends UploadName {
  readonly createdAt: Date
}

export interface StoredPart {
  readonly number: number
  readonly size: number
  readonly etag: string
  readonly lastModified: Date
}

export interface NamedPart {
  readonly number: number
  readonly etag: string
}
