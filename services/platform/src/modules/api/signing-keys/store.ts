import type { ProjectSigningKey, SigningAlgorithm, SigningKeyState } from '@colonnade/contracts/api/signing-keys'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface KeptSecret {
  /** Sealed. */
  readonly jwt_secret: string
  /** Seconds since the Unix epoch. */
  readonly created_at: number
  readonly is_anon_enabled: boolean
  readonly is_service_role_enabled: boolean
  readonly has_api_keys: boolean
}

export function findSecret(db: Queryable, ref: string): Promise<KeptSecret | undefined> {
  return db.first<KeptSecret>(sql`
    select jwt_secret, floor(extract(epoch from created_at))::int8 as created_at, is_anon_enabled, is_service_role_enabled, has_api_keys
    from project_secrets where ref = ${ref}`)
}

/** Stores a secret unless the project has one. */
export async function insertSecret(db: Queryable, ref: string, sealed: string): Promise<void> {
  await db.run(sql`insert into project_secrets (ref, jwt_secret) values (${ref}, ${sealed}) on conflict do nothing`)
}

/** Holds back other changes of a project's keys until the transaction ends. */
export async function lockKeys(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`select from project_secrets where ref = ${ref} for update`)
}

export interface KeptSigningKey extends Omit<ProjectSigningKey, 'ready_at'> {
  readonly sealed_jwk: string
  /** Time since a standby key was published. */
  readonly age_seconds: number
}

const columns = sql`
  k.id, k.algorithm, k.state as status, k.public_jwk, ${isoTime('k', 'created_at')} as created_at, ${isoTime('k', 'changed_at')} as updated_at,
  k.is_legacy, (select ${isoTime('u', 'last_used_at')} from api_key_uses u where u.ref = k.ref and u.key_id = k.id::text order by u.last_used_at desc limit 1) as last_seen_at,
  k.sealed_jwk, extract(epoch from now() - k.changed_at)::float8 as age_seconds`

/** Ordered by their life cycle. */
export function listSigningKeys(db: Queryable, ref: string): Promise<KeptSigningKey[]> {
  return db.rows<KeptSigningKey>(sql`
    select ${columns} from signing_keys k where k.ref = ${ref}
    order by array_position(array['in_use', 'standby', 'previously_used', 'revoked'], k.state), k.changed_at desc, k.id`)
}

export interface NewSigningKey {
  readonly id: string
  readonly ref: string
  readonly algorithm: SigningAlgorithm
  readonly state: SigningKeyState
  readonly publicJwk: object | null
  readonly sealedJwk: string
  readonly isLegacy: boolean
}

export async function insertSigningKey(db: Queryable, key: NewSigningKey): Promise<void> {
  const { id, ref, algorithm, state, publicJwk, sealedJwk, isLegacy } = key
  await db.run(sql`
    insert into signing_keys (id, ref, algorithm, state, public_jwk, sealed_jwk, is_legacy)
    values (${id}, ${ref}, ${algorithm}, ${state}, ${publicJwk === null ? null : JSON.stringify(publicJwk)}::jsonb, ${sealedJwk}, ${isLegacy})`)
}

export async function changeState(db: Queryable, id: string, state: SigningKeyState): Promise<void> {
  await db.run(sql`update signing_keys set state = ${state}, changed_at = clock_timestamp() where id = ${id}`)
}

export async function deleteSigningKey(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from api_key_uses where key_id = ${id}`)
  await db.run(sql`delete from signing_keys where id = ${id}`)
}

/** Deletes the entries of deleted projects. */
export async function deleteRemoved(db: Queryable): Promise<void> {
  await db.run(sql`delete from signing_keys where ref in (select ref from projects where status = 'REMOVED')`)
  await db.run(sql`delete from project_secrets where ref in (select ref from projects where status = 'REMOVED')`)
}
