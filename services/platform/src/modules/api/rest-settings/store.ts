import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Settings stored outside of the project's database. */
export interface OwnSettings {
  readonly is_enabled: boolean
  /** Null to follow the compute size. */
  readonly db_pool: number | null
  readonly allowed_origins: readonly string[]
}

export function findOwnSettings(db: Queryable, ref: string): Promise<OwnSettings | undefined> {
  return db.first<OwnSettings>(sql`
    select is_rest_enabled as is_enabled, rest_pool_size as db_pool, rest_allowed_origins as allowed_origins from projects where ref = ${ref}`)
}

export async function changeOwnSettings(db: Queryable, ref: string, { is_enabled, db_pool, allowed_origins }: OwnSettings): Promise<void> {
  await db.run(sql`
    update projects set is_rest_enabled = ${is_enabled}, rest_pool_size = ${db_pool}::integer, rest_allowed_origins = ${allowed_origins}::text[]
    where ref = ${ref}`)
}
