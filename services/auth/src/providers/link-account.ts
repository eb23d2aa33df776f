import { parseEmailAddress } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { codeMails, sendCodeMail } from '../codes/send-code.ts'
import { AuthError } from '../errors.ts'
import type { Registration } from '../hooks/user-created.ts'
import { postNotice } from '../mails/notices.ts'
import { forgetTokens } from '../one-time-tokens/store.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { requireUnbanned } from '../sessions/sign-in.ts'
import { requireSignUps } from '../sign-up/sign-up.ts'
import { recordAction } from '../users/audit.ts'
import { createIdentity } from '../users/create-user.ts'
import { findUser, findUserByEmail, findUserById, type UserRow } from '../users/user.ts'
import { withProvider } from '../verify/verify-token.ts'
import type { ProviderUser } from './provider.ts'

export interface Arrival {
  readonly providerName: string
  readonly told: ProviderUser
  readonly isEmailOptional: boolean
  readonly redirectTo: string
}

export type Linked =
  | { readonly kind: 'user'; readonly user: UserRow }
  /** The address is not proved: a mail was sent to it. */
  | { readonly kind: 'asked' }

/**
 * Finds the account for an external identity (GoTrue, `DetermineAccountLinking`): the one that has the identity; else the one with an address that
 * the provider has verified; else a new one.
 *
 * @throws AuthError `signup_disabled`, `user_banned`, `unexpected_failure` for a provider that sends no address
 */
export async function linkAccount(
  call: AuthCall,
  tx: Transaction,
  registration: Registration,
  { providerName, told, isEmailOptional, redirectTo }: Arrival,
): Promise<Linked> {
  const emails = told.emails.flatMap(({ email, ...each }) => {
    const address = parseEmailAddress(email)
    return address === null ? [] : [{ ...each, email: address }]
  })
  if (emails.length === 0 && !isEmailOptional) throw new AuthError('unexpected_failure', 'Error getting user email from external provider')
  const chosen = emails.find(({ isPrimary }) => isPrimary) ?? emails[0]
  const data: JsonObject = {
    ...told.claims,
    ...(chosen !== undefined && { email: chosen.email, email_verified: chosen.isVerified }),
    phone_verified: false,
  }

  const known = await findByIdentity(tx, providerName, told.subject)
  if (known !== null) {
    requireUnbanned(call, known)
    await refreshIdentity(tx, known, providerName, told.subject, data)
    const isProved = emails.some(({ email, isVerified }) => isVerified && email === known.email?.toLowerCase())
    return confirmOrAsk(call, tx, known, { isProved, redirectTo, identity: { provider: providerName, subject: told.subject } })
  }
  const owner = await findByProvedAddress(
    tx,
    emails.filter(({ isVerified }) => isVerified).map(({ email }) => email),
  )
  if (owner !== null) {
    requireUnbanned(call, owner)
    await join(tx, owner, { providerName, told, data })
    await recordAction(call, tx, 'identity_linked', owner, { provider: providerName })
    await postNotice(call, tx, { kind: 'identity_linked', user: owner, variables: { Provider: providerName } })
    return { kind: 'user', user: (await findUserById(tx, owner.id))! }
  }
  requireSignUps(call)
  // an address that is not proved, and somebody else's, must not be claimed by a new account
  const isTaken = chosen !== undefined && (await findUserByEmail(tx, chosen.email)) !== null
  const email = isTaken ? undefined : chosen?.email
  const isConfirmed = email !== undefined && (chosen?.isVerified === true || call.settings.mailer_autoconfirm)
  const user = await registration.createUser(tx, {
    email,
    appMetadata: { provider: providerName, providers: [providerName] },
    userMetadata: data,
    isEmailConfirmed: isConfirmed,
    identities: [{ provider: providerName, providerId: told.subject, data }],
  })
  await recordAction(call, tx, 'user_signedup', user, { provider: providerName })
  return confirmOrAsk(call, tx, user, { isProved: isConfirmed, redirectTo, identity: { provider: providerName, subject: told.subject } })
}

function findByIdentity(tx: Transaction, provider: string, subject: string): Promise<UserRow | null> {
  return findUser(
    tx,
    sql`u.id = (select user_id from auth.identities where provider = ${provider} and provider_id = ${subject}) and u.deleted_at is null`,
  )
}

/** The account that an address which the provider has proved belongs to; users of single sign-on never. */
async function findByProvedAddress(tx: Transaction, emails: readonly string[]): Promise<UserRow | null> {
  if (emails.length === 0) return null
  const found = await tx.rows<{ id: string }>(sql`
    select id from auth.users where lower(email) = any(${emails}::text[]) and not is_sso_user and deleted_at is null order by created_at for update`)
  if (found.length > 1) {
    throw new AuthError('unexpected_failure', 'Multiple accounts with the same email address in the same linking domain detected', { status: 500 })
  }
  return found.length === 0 ? null : findUserById(tx, found[0]!.id)
}

/** Joins an identity to an unconfirmed account, and removes that account's former sign-in methods: the owner of the address has arrived. */
async function join(
  tx: Transaction,
  owner: UserRow,
  { providerName, told, data }: { providerName: string; told: ProviderUser; data: JsonObject },
): Promise<void> {
  if (owner.email_confirmed_at === null) {
    await tx.run(sql`delete from auth.identities where user_id = ${owner.id}::uuid`)
    await tx.run(sql`delete from auth.sessions where user_id = ${owner.id}::uuid`)
    await forgetTokens(tx, owner.id, Object.values(tokenKinds))
    await tx.run(sql`
      update auth.users set encrypted_password = '', email_confirmed_at = now(), raw_app_meta_data = ${JSON.stringify({ provider: providerName, providers: [] })}::jsonb,
        raw_user_meta_data = '{}' where id = ${owner.id}::uuid`)
  }
  await createIdentity(tx, owner.id, { provider: providerName, providerId: told.subject, data })
  const now = (await findUserById(tx, owner.id))!
  await tx.run(sql`
    update auth.users set raw_app_meta_data = ${JSON.stringify(withProvider(now, providerName))}::jsonb,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(data)}::jsonb, updated_at = now()
    where id = ${owner.id}::uuid`)
}

async function refreshIdentity(tx: Transaction, user: UserRow, provider: string, subject: string, data: JsonObject): Promise<void> {
  await tx.run(sql`
    update auth.identities set identity_data = ${JSON.stringify(data)}::jsonb, last_sign_in_at = now(), updated_at = now()
    where provider = ${provider} and provider_id = ${subject}`)
  await tx.run(sql`
    update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(data)}::jsonb, updated_at = now() where id = ${user.id}::uuid`)
}

interface Confirmation {
  /** The user's own address is now verified. */
  readonly isProved: boolean
  readonly redirectTo: string
  readonly identity: { readonly provider: string; readonly subject: string }
}

async function confirmOrAsk(call: AuthCall, tx: Transaction, user: UserRow, { isProved, redirectTo, identity }: Confirmation): Promise<Linked> {
  const now = (await findUserById(tx, user.id))!
  if (now.email === null || now.email === '' || now.email_confirmed_at !== null) return { kind: 'user', user: now }
  if (isProved) {
    // sign-in methods of others, who never verified the address, are removed
    await tx.run(sql`
      delete from auth.identities where user_id = ${now.id}::uuid and (provider, provider_id) <> (${identity.provider}, ${identity.subject})`)
    await forgetTokens(tx, now.id, Object.values(tokenKinds))
    const metadata = JSON.stringify({ ...now.raw_app_meta_data, provider: identity.provider, providers: [identity.provider] })
    await tx.run(sql`
      update auth.users set email_confirmed_at = now(), encrypted_password = '', raw_app_meta_data = ${metadata}::jsonb, updated_at = now()
      where id = ${now.id}::uuid`)
    return { kind: 'user', user: (await findUserById(tx, now.id))! }
  }
  if (call.settings.mailer_autoconfirm || call.settings.mailer_allow_unverified_email_sign_ins) return { kind: 'user', user: now }
  await sendCodeMail(call, tx, { mail: codeMails.confirmation, user: now, redirectTo })
  return { kind: 'asked' }
}
