import type { Queryable, Transaction } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { AuthError } from '../errors.ts'
import { utc } from '../users/user-json.ts'
import type { KnownCredential, RegisteredCredential, Use } from '../webauthn/ceremonies.ts'

/** A passkey as its owner sees it; times as ISO 8601. */
export interface PasskeyRow {
  readonly id: string
  readonly friendly_name: string
  readonly created_at: string
  readonly last_used_at: string | null
}

const columns: Fragment = sql`to_jsonb(c) - 'credential_id' - 'public_key' as passkey`

/** `PasskeyListItem` of @supabase/auth-js. */
export function passkeyJson({ id, friendly_name: name, created_at: created, last_used_at: used }: PasskeyRow): object {
  return { id, ...(name !== '' && { friendly_name: name }), created_at: utc(created), ...(used !== null && { last_used_at: utc(used) }) }
}

export const noPasskey = (): AuthError => new AuthError('webauthn_credential_not_found', 'Passkey not found')

export async function listPasskeys(db: Queryable, userId: string): Promise<PasskeyRow[]> {
  const rows = await db.rows<{ passkey: PasskeyRow }>(sql`
    select ${columns} from auth.webauthn_credentials c where c.user_id = ${userId}::uuid order by c.created_at, c.id`)
  return rows.map(({ passkey }) => passkey)
}

export async function listCredentialIds(db: Queryable, userId: string): Promise<Buffer[]> {
  const rows = await db.rows<{ credential_id: Buffer }>(sql`select credential_id from auth.webauthn_credentials where user_id = ${userId}::uuid`)
  return rows.map(({ credential_id: id }) => id)
}

/** Null where the credential is somebody's already. */
export async function insertPasskey(tx: Transaction, userId: string, made: RegisteredCredential): Promise<PasskeyRow | null> {
  const row = await tx.first<{ passkey: PasskeyRow }>(sql`
    insert into auth.webauthn_credentials as c (
      user_id, credential_id, public_key, attestation_type, aaguid, sign_count, transports, backup_eligible, backed_up, friendly_name
    ) values (
      ${userId}::uuid, ${made.id}, ${made.publicKey}, ${made.attestationType}, ${made.aaguid}::uuid, ${made.signCount}, ${JSON.stringify(made.transports)}::jsonb,
      ${made.isBackupEligible}, ${made.isBackedUp}, ''
    ) on conflict (credential_id) do nothing returning ${columns}`)
  return row?.passkey ?? null
}

/** A credential that somebody signs in with, under its lock: its counter runs one way. */
export async function findCredential(
  tx: Transaction,
  id: Buffer,
): Promise<(KnownCredential & { readonly rowId: string; readonly userId: string }) | null> {
  const row = await tx.first<{ id: string; user_id: string; public_key: Buffer; sign_count: number }>(sql`
    select id, user_id, public_key, sign_count::float8 as sign_count from auth.webauthn_credentials where credential_id = ${id} for update`)
  return row === undefined ? null : { id, rowId: row.id, userId: row.user_id, publicKey: row.public_key, signCount: row.sign_count }
}

export async function noteUse(tx: Transaction, rowId: string, { signCount, isBackedUp }: Use): Promise<void> {
  await tx.run(sql`
    update auth.webauthn_credentials set sign_count = ${signCount}, backed_up = ${isBackedUp}, last_used_at = now(), updated_at = now() where id = ${rowId}::uuid`)
}

export async function renamePasskey(tx: Transaction, userId: string, id: string, name: string): Promise<PasskeyRow | null> {
  const row = await tx.first<{ passkey: PasskeyRow }>(sql`
    update auth.webauthn_credentials c set friendly_name = ${name}, updated_at = now() where c.id = ${id}::uuid and c.user_id = ${userId}::uuid
    returning ${columns}`)
  return row?.passkey ?? null
}

/** Deletes a passkey. Returns true if it existed. */
export async function deletePasskey(tx: Transaction, userId: string, id: string): Promise<boolean> {
  return (await tx.run(sql`delete from auth.webauthn_credentials where id = ${id}::uuid and user_id = ${userId}::uuid`)) > 0
}
