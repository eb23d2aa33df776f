import type { FunctionSecret } from '@colonnade/contracts/functions/function-secrets'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface KeptSecret extends FunctionSecret {
  readonly sealed_value: string
}

export function listSecrets(db: Queryable, ref: string): Promise<KeptSecret[]> {
  return db.rows<KeptSecret>(sql`
    select s.name, s.digest as value, ${isoTime('s', 'updated_at')} as updated_at, s.sealed_value from function_secrets s where s.ref = ${ref}
    order by s.name collate "C"`)
}

/** Holds back other changes of the project until the transaction ends. */
export async function lockSecrets(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('function_secrets ' || ${ref}::text, 0))`)
}

export interface NewSecret {
  readonly name: string
  readonly sealedValue: string
  readonly digest: string
}

export async function setSecret(tx: Queryable, ref: string, { name, sealedValue, digest }: NewSecret): Promise<void> {
  await tx.run(sql`
    insert into function_secrets (ref, name, sealed_value, digest) values (${ref}, ${name}, ${sealedValue}, ${digest})
    on conflict (ref, name) do update set sealed_value = excluded.sealed_value, digest = excluded.digest, updated_at = clock_timestamp()`)
}

/** Returns the names that existed. */
export async function deleteSecrets(tx: Queryable, ref: string, names: readonly string[]): Promise<string[]> {
  const rows = await tx.rows<{ name: string }>(sql`
    delete from function_secrets where ref = ${ref} and name = any(${names}::text[]) returning name`)
  return rows.map(({ name }) => name).sort()
}

/** Deletes the secrets of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from function_secrets where ref in (select ref from projects where status = 'REMOVED')`)
}
