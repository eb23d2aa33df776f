import { parseEmailAddress } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { postNotice } from '../mails/notices.ts'
import type { Arrival } from '../providers/link-account.ts'
import { textOf } from '../providers/reading.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { PathParameters } from '../routes.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { withProvider } from '../verify/verify-token.ts'
import { recordAction } from './audit.ts'
import { createIdentity } from './create-user.ts'
import { findUserByEmail, findUserById, type IdentityRow, type UserRow } from './user.ts'

/** Gives a user an identity more, who asked for it while signed in. @throws AuthError `identity_already_exists`, `user_not_found` */
export async function linkIdentityTo(call: AuthCall, tx: Transaction, userId: string, { providerName, told }: Arrival): Promise<UserRow> {
  const user = await findUserById(tx, userId)
  if (user === null) throw new AuthError('user_not_found', 'User not found')
  const taken = await tx.first<{ user_id: string }>(sql`
    select user_id from auth.identities where provider = ${providerName} and provider_id = ${told.subject}`)
  if (taken !== undefined) {
    const text = taken.user_id === userId ? 'Identity is already linked' : 'Identity is already linked to another user'
    throw new AuthError('identity_already_exists', text)
  }
  const chosen = told.emails.find(({ isPrimary }) => isPrimary) ?? told.emails[0]
  const data = { ...told.claims, ...(chosen !== undefined && { email: chosen.email, email_verified: chosen.isVerified }), phone_verified: false }
  await createIdentity(tx, userId, { provider: providerName, providerId: told.subject, data })
  const email = chosen?.isVerified === true && (user.email ?? '') === '' ? parseEmailAddress(chosen.email) : null
  const ownEmail = email !== null && (await findUserByEmail(tx, email)) === null ? email : null
  await tx.run(sql`
    update auth.users set raw_app_meta_data = ${JSON.stringify(withProvider(user, providerName))}::jsonb, is_anonymous = false, updated_at = now(),
      email = coalesce(${ownEmail}, email), email_confirmed_at = case when ${ownEmail}::text is null then email_confirmed_at else now() end
    where id = ${userId}::uuid`)
  await recordAction(call, tx, 'identity_linked', user, { provider: providerName })
  await postNotice(call, tx, { kind: 'identity_linked', user, variables: { Provider: providerName } })
  return (await findUserById(tx, userId))!
}

/** Unlinks an identity, but never the last one: the user could no longer sign in. */
export async function unlinkIdentity(call: SignedInCall, { identity_id: id }: PathParameters): Promise<AuthReply> {
  if (!call.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled', 'Manual linking is disabled')
  const { user } = call
  const identity = user.identities.find((each) => each.id === id)
  if (identity === undefined) throw new AuthError('identity_not_found', "Identity doesn't exist", { status: 422 })
  if (user.identities.length <= 1) throw new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
  const database = await call.database()
  await database.transaction(async (tx) => {
    await tx.run(sql`select from auth.users where id = ${user.id}::uuid for update`)
    const left = await tx.first<{ count: number }>(sql`select count(*)::int as count from auth.identities where user_id = ${user.id}::uuid`)
    if ((left?.count ?? 0) <= 1) throw new AuthError('single_identity_not_deletable', 'User must have at least 1 identity after unlinking')
    await tx.run(sql`delete from auth.identities where id = ${identity.id}::uuid and user_id = ${user.id}::uuid`)
    await forgetAddress(tx, user, identity)
    await recordAction(call, tx, 'identity_unlinked', user, {
      identity_id: identity.id,
      provider: identity.provider,
      provider_id: identity.provider_id,
    })
    await postNotice(call, tx, { kind: 'identity_unlinked', user, variables: { Provider: identity.provider } })
  })
  return { json: {} }
}

/** An address goes with the identity that it came with, unless another has it too; that of another identity takes its place. */
async function forgetAddress(tx: Transaction, user: UserRow, { provider, identity_data }: IdentityRow): Promise<void> {
  const left = await tx.rows<{ provider: string; email: string | null }>(sql`
    select provider, lower(email) as email from auth.identities where user_id = ${user.id}::uuid order by created_at`)
  const providers = [...new Set(left.map((each) => each.provider))]
  const own = user.raw_app_meta_data?.['provider']
  const data = JSON.stringify({ ...user.raw_app_meta_data, provider: providers.find((each) => each === own) ?? providers[0], providers })
  await tx.run(sql`update auth.users set raw_app_meta_data = ${data}::jsonb, updated_at = now() where id = ${user.id}::uuid`)
  if (provider === 'phone') await tx.run(sql`update auth.users set phone = null, phone_confirmed_at = null where id = ${user.id}::uuid`)
  const email = textOf(identity_data?.['email'])?.toLowerCase()
  if (email === undefined || email !== user.email?.toLowerCase() || left.some((each) => each.email === email)) return
  const next = await tx.first<{ email: string }>(sql`
    select lower(i.email) as email from auth.identities i
    where i.user_id = ${user.id}::uuid and i.email is not null and i.identity_data ->> 'email_verified' = 'true'
      and not exists (select from auth.users u where lower(u.email) = lower(i.email) and u.id <> i.user_id and not u.is_sso_user)
    order by i.created_at limit 1`)
  await tx.run(sql`
    update auth.users set email = ${next?.email ?? null}, email_confirmed_at = case when ${next?.email ?? null}::text is null then null else email_confirmed_at end
    where id = ${user.id}::uuid`)
}
