import { type Passkey, passkeysMax } from '@colonnade/contracts/people/passkeys'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { challengeSeconds } from '../../../kernel/limits.ts'

const columns = sql`k.id, k.name, k.rp_id as host, ${isoTime('k', 'created_at')} as created_at, ${isoTime('k', 'last_used_at')} as last_used_at`

export function listPasskeys(db: Queryable, userId: string): Promise<Passkey[]> {
  return db.rows<Passkey>(sql`select ${columns} from passkeys k where k.user_id = ${userId} order by k.created_at, k.id`)
}

/** What browsers call those of a host. */
export async function listCredentialIds(db: Queryable, userId: string, host: string): Promise<string[]> {
  const rows = await db.rows<{ credential_id: string }>(sql`select credential_id from passkeys where user_id = ${userId} and rp_id = ${host}`)
  return rows.map(({ credential_id: id }) => id)
}

export interface NewPasskey {
  readonly userId: string
  readonly name: string
  readonly credentialId: string
  readonly publicKey: Buffer
  readonly counter: number
  readonly transports: readonly string[]
  readonly host: string
}

/** Undefined when the person has as many as one may have, or somebody has this one. */
export async function insertPasskey(db: Queryable, key: NewPasskey): Promise<Passkey | undefined> {
  await db.run(sql`select from users where id = ${key.userId} for update`)
  return db.first<Passkey>(sql`
    with k as (
      insert into passkeys (user_id, name, credential_id, public_key, counter, transports, rp_id)
      select ${key.userId}, ${key.name}, ${key.credentialId}, ${key.publicKey}, ${key.counter}::bigint, ${key.transports}::text[], ${key.host}
      where (select count(*) from passkeys where user_id = ${key.userId}) < ${passkeysMax}
      on conflict (credential_id) do nothing returning *
    ) select ${columns} from k`)
}

export async function renamePasskey(db: Queryable, userId: string, id: string, name: string): Promise<Passkey | undefined> {
  return db.first<Passkey>(sql`
    with k as (update passkeys set name = ${name} where id = ${id} and user_id = ${userId} returning *) select ${columns} from k`)
}

/** Its name, or undefined where the person has none of that id. */
export async function deletePasskey(db: Queryable, userId: string, id: string): Promise<string | undefined> {
  const row = await db.first<{ name: string }>(sql`delete from passkeys where id = ${id} and user_id = ${userId} returning name`)
  return row?.name
}

export interface PasskeyRow {
  readonly id: string
  readonly user_id: string
  readonly name: string
  readonly public_key: Buffer
  readonly counter: number
}

/** The row is locked: of two signatures of one device at once, the second is compared with the counter of the first. */
export function findPasskeyForUpdate(db: Queryable, credentialId: string, host: string): Promise<PasskeyRow | undefined> {
  return db.first<PasskeyRow>(sql`
    select id, user_id, name, public_key, counter::float8 as counter from passkeys where credential_id = ${credentialId} and rp_id = ${host} for update`)
}

export async function noteUse(db: Queryable, id: string, counter: number): Promise<void> {
  await db.run(sql`update passkeys set counter = ${counter}::bigint, last_used_at = now() where id = ${id}`)
}

/** From now on the session is one that a passkey opened. */
export async function noteSession(db: Queryable, sessionId: string): Promise<void> {
  await db.run(sql`update sessions set by_passkey = true where id = ${sessionId}`)
}

export async function insertChallenge(db: Queryable, hash: Buffer, userId: string | null): Promise<void> {
  await db.run(sql`
    with expired as (delete from passkey_challenges where expires_at < now())
    insert into passkey_challenges (challenge_hash, user_id, expires_at) values (${hash}, ${userId}, now() + ${challengeSeconds} * interval '1 second')`)
}

/** Whether it was given out, to that person or for signing in, and not used yet; it is used up by the asking. */
export async function takeChallenge(db: Queryable, hash: Buffer, userId: string | null): Promise<boolean> {
  const rows = await db.run(sql`
    delete from passkey_challenges where challenge_hash = ${hash} and user_id is not distinct from ${userId}::uuid and expires_at > now()`)
  return rows === 1
}
