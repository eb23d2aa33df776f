import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { AuthError } from '../errors.ts'
import type { KnownCredential, RegisteredCredential } from '../webauthn/ceremonies.ts'
import type { FactorRow } from '../users/user.ts'

/** A credential as go-webauthn writes it, so that dumps go both ways; bytes in base64. */
export interface StoredCredential {
  readonly id: string
  readonly publicKey: string
  readonly attestationType: string
  readonly transport: readonly string[] | null
  readonly flags: { readonly userPresent: boolean; readonly userVerified: boolean; readonly backupEligible: boolean; readonly backupState: boolean }
  readonly authenticator: { readonly AAGUID: string; readonly signCount: number; readonly cloneWarning: boolean; readonly attachment: string }
}

/** A factor with what proves it. */
export interface Factor extends FactorRow {
  readonly secret: string | null
  readonly web_authn_credential: StoredCredential | null
}

export interface NewFactor {
  readonly userId: string
  readonly type: FactorRow['factor_type']
  readonly friendlyName: string
  readonly status?: FactorRow['status']
  readonly secret?: string
  readonly phone?: string
}

export const noFactor = (): AuthError => new AuthError('mfa_factor_not_found', 'Factor not found')

/** Two changes of a user's factors at once would each see what the other has replaced. */
export async function lockUser(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`select from auth.users where id = ${userId}::uuid for update`)
}

export function listFactors(db: Queryable, userId: string): Promise<FactorRow[]> {
  return db
    .rows<{ factor: FactorRow }>(sql`
      select to_jsonb(f) - 'secret' - 'web_authn_credential' as factor from auth.mfa_factors f where f.user_id = ${userId}::uuid order by f.created_at, f.id`)
    .then((rows) => rows.map(({ factor }) => factor))
}

/** Under its lock in a transaction: what is proved of it is proved once. */
export async function findFactor(db: Queryable, userId: string, id: string, isLocked: boolean): Promise<Factor | null> {
  if (isLocked) await db.run(sql`select from auth.mfa_factors where id = ${id}::uuid for update`)
  const found = await db.first<{ factor: Factor }>(sql`
    select to_jsonb(f) as factor from auth.mfa_factors f where f.id = ${id}::uuid and f.user_id = ${userId}::uuid`)
  return found?.factor ?? null
}

export async function insertFactor(tx: Transaction, factor: NewFactor): Promise<string> {
  const { userId, type, friendlyName, status = 'unverified', secret = null, phone = null } = factor
  const id = randomUUID()
  await tx.run(sql`
    insert into auth.mfa_factors (id, user_id, friendly_name, factor_type, status, created_at, updated_at, secret, phone)
    values (${id}::uuid, ${userId}::uuid, ${friendlyName}, ${type}::auth.factor_type, ${status}::auth.factor_status, now(), now(), ${secret}, ${phone})`)
  return id
}

/** Deletes enrolments that were given up: older than that, and with no challenge that is still good. */
export async function forgetAbandoned(tx: Transaction, userId: string, seconds: number): Promise<void> {
  await tx.run(sql`
    delete from auth.mfa_factors where user_id = ${userId}::uuid and status = 'unverified'
      and greatest(created_at, last_challenged_at) < now() - make_interval(secs => ${seconds})`)
}

export function storedCredential(made: RegisteredCredential): StoredCredential {
  return {
    id: made.id.toString('base64'),
    publicKey: made.publicKey.toString('base64'),
    attestationType: made.attestationType,
    transport: made.transports,
    flags: { userPresent: true, userVerified: made.isUserVerified, backupEligible: made.isBackupEligible, backupState: made.isBackedUp },
    authenticator: {
      AAGUID: Buffer.from(made.aaguid.replaceAll('-', ''), 'hex').toString('base64'),
      signCount: made.signCount,
      cloneWarning: false,
      attachment: '',
    },
  }
}

export function knownCredential({ id, publicKey, authenticator }: StoredCredential): KnownCredential {
  return { id: Buffer.from(id, 'base64'), publicKey: Buffer.from(publicKey, 'base64'), signCount: authenticator.signCount }
}
