import { bucketsMost } from '@colonnade/contracts/storage/storage-buckets'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface BucketRow {
  readonly id: string
  readonly name: string
  readonly owner: string
  readonly created_at: string
  readonly updated_at: string
  readonly public: boolean
  readonly file_size_limit: number | null
  readonly allowed_mime_types: string[] | null
}

/** Databases from before storage have no such schema. */
export async function hasStorage(db: Queryable): Promise<boolean> {
  const row = await db.first<{ found: boolean }>(sql`
    select pg_catalog.to_regclass('storage.buckets') is not null and pg_catalog.to_regclass('storage.objects') is not null as found`)
  return row!.found
}

/** Limits numbers to the largest that JavaScript can represent. */
export function listBuckets(db: Queryable): Promise<BucketRow[]> {
  return db.rows<BucketRow>(sql`
    select b.id, b.name, coalesce(b.owner_id, b.owner::text, '') as owner, coalesce(${isoTime('b', 'created_at')}, '') as created_at,
      coalesce(${isoTime('b', 'updated_at')}, '') as updated_at, coalesce(b.public, false) as public,
      case when b.file_size_limit is not null then least(b.file_size_limit, 9007199254740991)::float8 end as file_size_limit, b.allowed_mime_types
    from storage.buckets b order by b.name collate "C", b.id limit ${bucketsMost}::int`)
}

export interface BucketUse {
  readonly id: string
  readonly files: number
  readonly bytes: number
}

/** Ignores sizes that aren't numbers, which SQL can write. */
export function countFiles(db: Queryable): Promise<BucketUse[]> {
  return db.rows<BucketUse>(sql`
    select o.bucket_id as id, count(*)::float8 as files,
      least(coalesce(sum(case when o.metadata ->> 'size' ~ '^[0-9]{1,15}$' then (o.metadata ->> 'size')::numeric end), 0), 9007199254740991)::float8 as bytes
    from storage.objects o where o.bucket_id is not null group by o.bucket_id`)
}

/** Returns the conditions of each policy on files, as Postgres writes them. */
export async function listPolicyTexts(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ text: string }>(sql`
    select concat_ws(' ', qual, with_check) as text from pg_catalog.pg_policies where schemaname = 'storage' and tablename = 'objects'`)
  return rows.map(({ text }) => text)
}
