import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** Returns false for an unknown project. */
export async function isTlsRequired(db: Queryable, ref: string): Promise<boolean> {
  return (await db.first(sql`select from projects where ref = ${ref} and tls_required`)) !== undefined
}

export async function requireTls(db: Queryable, ref: string, isRequired: boolean): Promise<void> {
  await db.run(sql`update projects set tls_required = ${isRequired} where ref = ${ref}`)
}
