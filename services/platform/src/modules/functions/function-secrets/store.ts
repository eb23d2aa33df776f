import type { FunctionSecret } from '@colonnade/contracts/functions/function-secrets'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface KeptSecret extends FunctionSecret {
  readonly sealed_value: string
}

export function listSecrets(db: Queryable, ref: string): Promise<KeptSecret[]> {
  return db.rows<KeptSecret>(sql`
    select s.name, s.digest as value, ${isoTime('s', 'updated_at')} as updated_at, s.sealed_value from function_secrets s where s.ref = ${ref}
    order by s.name`)
}

/** Forgets the secrets of projects that were removed. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from function_secrets where ref in (select ref from projects where status = 'REMOVED')`)
}
