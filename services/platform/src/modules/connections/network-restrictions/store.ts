import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Returns null for no restrictions, and for an unknown project. */
export async function findNetworks(db: Queryable, ref: string): Promise<string[] | null> {
  const row = await db.first<{ networks: string[] | null }>(sql`select networks from projects where ref = ${ref}`)
  return row?.networks ?? null
}

export async function setNetworks(db: Queryable, ref: string, networks: readonly string[] | null): Promise<void> {
  await db.run(sql`update projects set networks = ${networks}::text[] where ref = ${ref}`)
}
