import { Email, Name } from '@colonnade/contracts/foundation/values'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError, isAppError, partsOfAddress } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import { writeAudit } from '../../../kernel/audit.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { refused, type ToldIdentity } from '@colonnade/oidc'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { requireSecondStep } from '../sessions/challenges.ts'
import { verifyPassword } from '@colonnade/credentials'
import { openSession, type SignIn } from '../sessions/service.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { findUser, insertUser } from '../sessions/store.ts'
import { arrive } from './flows.ts'
import { keepUnlinked, linkIdentity, linkKept } from './linking.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/**
 * Signs in who a provider says it is. A linked identity opens its account; one whose verified address has an account is linked with the account's
 * password; who is new gets an account where that is open to anybody, or an invitation to the address waits. A second step is asked for as ever.
 *
 * @throws AppError `identity_flow_over`, `identity_refused`, `identity_link_required`, `second_step_required`, `sign_up_closed` and others of the contract
 */
export async function signInWithIdentity(ctx: PlatformContext, input: { provider: string; parameters: string }, how: SignIn): Promise<Profile> {
  const { provider, told } = await arrive(ctx, input, { userId: null, request: how.request })
  const { issuer, subject } = told
  const identity = { providerKey: provider.key, issuer, subject, email: told.email }
  const signedIn = withDetails(how, { identity_provider: provider.name })
  const userId = await store.useIdentity(ctx.database, identity)
  if (userId !== undefined) {
    await requireSecondStep(ctx, userId)
    return ctx.database.transaction((tx) => openSession(ctx, tx, userId, signedIn))
  }
  const email = requireAddress(provider.name, told)
  const namesake = await findUser(ctx.database, email)
  if (namesake) {
    const token = await keepUnlinked(ctx, namesake.id, { ...identity, email })
    throw new AppError('identity_link_required', { token, email, provider: provider.name })
  }
  await requireWelcome(ctx, email)
  return onlyNew(() =>
    ctx.database.transaction(async (tx) => {
      const newId = await insertUser(tx, { email, username: usernameOf(told, email), passwordHash: null, isInstallationOwner: false })
      await writeAudit(tx, 'user.created', null, how.request, { userId: newId, details: { identity_provider: provider.name } })
      await linkIdentity(ctx, tx, newId, { ...identity, email })
      return openSession(ctx, tx, newId, signedIn)
    }),
  )
}

/**
 * Links the identity that was kept to the account of its address, for who knows that account's password, and signs in. Guesses count as for signing in.
 *
 * @throws AppError `identity_flow_over`, `invalid_credentials`, `second_step_required`, `identity_taken`, `rate_limited`
 */
export async function confirmLink(ctx: PlatformContext, { token, password }: { token: string; password: string }, how: SignIn): Promise<Profile> {
  const tokenHash = hashToken(token)
  const kept = await store.findUnlinked(ctx.database, tokenHash)
  if (!kept) throw new AppError('identity_flow_over')
  const person = await store.findPasswordOf(ctx.database, kept.user_id)
  const guesses = `${person.email}:${addressKey(how.request.address)}`
  await ctx.limiter.count('account', guesses)
  if (!(await verifyPassword(password, person.password_hash))) {
    throw new AppError('invalid_credentials', {}, { message: messages.wrongPassword(person.email) })
  }
  await ctx.limiter.forget('account', guesses)
  await requireSecondStep(ctx, kept.user_id, tokenHash)
  return ctx.database.transaction(async (tx) => {
    await linkKept(ctx, tx, tokenHash, how.request)
    return openSession(ctx, tx, kept.user_id, withDetails(how, { identity_provider: kept.provider_name }))
  })
}

/** Requires a verified address: an unverified one could belong to anyone. */
function requireAddress(name: string, { email, isEmailVerified }: ToldIdentity): string {
  const parsed = Email.safeParse(email)
  if (!parsed.success) {
    throw refused('unverified', messages.noEmail(name))
  }
  if (isEmailVerified) return parsed.data
  throw refused('unverified', messages.unverified(name, parsed.data))
}

/** @throws AppError `sign_up_closed` */
async function requireWelcome({ database }: PlatformContext, email: string): Promise<void> {
  if ((await retrieveSettings(database)).sign_up === 'open' || (await store.isInvited(database, email))) return
  throw new AppError('sign_up_closed', {}, { message: messages.invitationNeeded(email) })
}

/** What the provider calls them, if that is a name here too. */
function usernameOf({ name }: ToldIdentity, email: string): string {
  const parsed = Name.safeParse(name)
  return parsed.success ? parsed.data : partsOfAddress(email).local
}

function withDetails(how: SignIn, details: Readonly<Record<string, unknown>>): SignIn {
  return { ...how, audit: (on, target) => how.audit(on, { ...target, details: { ...target.details, ...details } }) }
}

async function onlyNew<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (isAppError(error, 'unique_violation', 'identity_taken')) throw new AppError('account_exists', {}, { cause: error })
    throw error
  }
}
