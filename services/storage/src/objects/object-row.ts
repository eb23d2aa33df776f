import { isoText } from '../project/statements.ts'

/** What is stored of an object's bytes, as the original writes it. */
export interface ObjectMetadata {
  readonly eTag: string
  readonly size: number
  readonly mimetype: string
  readonly cacheControl: string
  readonly lastModified: string
  readonly contentLength: number
  readonly httpStatusCode: number
  readonly xRobotsTag?: string
}

/** A row of storage.objects, as far as services need it. Rows that SQL wrote may lack what is nullable here. */
export interface ObjectRow {
  readonly id: string
  readonly bucket_id: string
  readonly name: string
  readonly version: string | null
  readonly metadata: Partial<ObjectMetadata> | null
  readonly user_metadata: Readonly<Record<string, unknown>> | null
  readonly created_at: string | null
  readonly updated_at: string | null
}

/** SQL: an object as JSON. */
export const objectColumns = `pg_catalog.json_build_object('id', o.id, 'bucket_id', o.bucket_id, 'name', o.name, 'version', o.version, 'metadata', o.metadata,
  'user_metadata', o.user_metadata, 'created_at', ${isoText('o.created_at')}, 'updated_at', ${isoText('o.updated_at')})`

/** SQL: an object as clients get it, with all its columns. */
export const wholeObjectColumns = `pg_catalog.json_build_object('name', o.name, 'bucket_id', o.bucket_id, 'owner', coalesce(o.owner::text, ''), 'owner_id', o.owner_id,
  'version', o.version, 'id', o.id, 'updated_at', ${isoText('o.updated_at')}, 'created_at', ${isoText('o.created_at')},
  'last_accessed_at', ${isoText('o.last_accessed_at')}, 'metadata', o.metadata, 'user_metadata', o.user_metadata)`

export interface Bucket {
  readonly id: string
  readonly public: boolean
  readonly file_size_limit: number | null
  readonly allowed_mime_types: readonly string[] | null
}

/** SQL: a bucket as JSON, by its id. */
export const bucketText = `select pg_catalog.json_build_object('id', b.id, 'public', coalesce(b.public, false), 'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types) from storage.buckets b where b.id = $1`
