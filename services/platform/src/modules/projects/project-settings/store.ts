import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface SealedSecret {
  readonly jwt_secret: string
  /** Seconds since the Unix epoch. */
  readonly created_at: number
}

const columns = sql`jwt_secret, floor(extract(epoch from created_at))::int8 as created_at`

export function retrieveSecret(db: Queryable, ref: string): Promise<SealedSecret | undefined> {
  return db.first<SealedSecret>(sql`select ${columns} from project_secrets where ref = ${ref}`)
}

/** Keeps a secret unless the project has one. */
export async function insertSecret(db: Queryable, ref: string, sealed: string): Promise<void> {
  await db.run(sql`insert into project_secrets (ref, jwt_secret) values (${ref}, ${sealed}) on conflict do nothing`)
}

/** Secrets of projects that are gone for good. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from project_secrets where ref in (select ref from projects where status = 'REMOVED')`)
}
