import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** false for a project that there is not. */
export async function isTlsRequired(db: Queryable, ref: string): Promise<boolean> {
  return (await db.first(sql`select from projects where ref = ${ref} and tls_required`)) !== undefined
}

export async function requireTls(db: Queryable, ref: string, isRequired: boolean): Promise<void> {
  await db.run(sql`update projects set tls_required = ${isRequired} where ref = ${ref}`)
}
