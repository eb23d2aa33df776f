import type { HideableFeature, Profile, Session } from '@colonnade/contracts/people/sessions'
import { AppError, isAppError, newSecret, partsOfAddress } from '@colonnade/core'
import { addressKey, type AuditRecorder, type Cookie, type RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { sessionAbsoluteSeconds } from '../../../kernel/limits.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { requireSecondStep } from './challenges.ts'
import { hashNewPassword, hashPassword, verifyPassword } from '@colonnade/credentials'
import * as store from './store.ts'
import { retrieveProfile as findProfile } from '../../../kernel/people/profiles.ts'
import { isSecure, sessionCookieName } from '../../../kernel/people/cookies.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'

type Audit = AuditRecorder<Transaction>
type SetCookie = (cookie: Cookie) => void

export interface SignIn {
  readonly request: RequestFacts
  readonly setCookie: SetCookie
  readonly audit: Audit
}

export async function authenticateSession(ctx: PlatformContext, token: string | undefined): Promise<Actor | null> {
  if (token === undefined || token === '') return null
  return (await store.findSession(ctx.database, hashToken(token))) ?? null
}

/** Says the same for an unknown address and a wrong password, after the same work. @throws AppError `invalid_credentials`, `second_step_required`, `rate_limited` */
export async function signIn(ctx: PlatformContext, input: { email: string; password: string }, how: SignIn): Promise<Profile> {
  const guesses = `${input.email}:${addressKey(how.request.address)}`
  await ctx.limiter.count('account', guesses)
  const user = await store.findUser(ctx.database, input.email)
  const isRight = await verifyPassword(input.password, user?.password_hash ?? null)
  if (!user || !isRight) throw new AppError('invalid_credentials')
  await ctx.limiter.forget('account', guesses)
  await requireSecondStep(ctx, user.id)
  return ctx.database.transaction((tx) => openSession(ctx, tx, user.id, how))
}

export async function signOut(ctx: PlatformContext, actor: Actor, setCookie: SetCookie, audit: Audit): Promise<undefined> {
  await ctx.database.transaction(async (tx) => {
    await store.deleteSession(tx, actor.userId, actor.sessionId)
    await audit(tx, { details: { session_id: actor.sessionId } })
  })
  setCookie(sessionCookie(ctx, ''))
}

export function retrieveProfile(ctx: PlatformContext, actor: Actor): Promise<Profile> {
  return findProfile(ctx.database, actor.userId)
}

export function updatePreferences(
  ctx: PlatformContext,
  actor: Actor,
  { disabled_features: hidden, ...changes }: store.PreferenceChanges & { readonly disabled_features?: readonly HideableFeature[] | undefined },
): Promise<Profile> {
  const { feature_previews: previews } = changes
  const merged = { ...changes, ...(previews && { feature_previews: [...new Set(previews)] }) }
  return store.mergePreferences(ctx.database, actor.userId, merged, hidden && [...new Set(hidden)])
}

export function listSessions(ctx: PlatformContext, actor: Actor): Promise<Session[]> {
  return store.listSessions(ctx.database, actor)
}

export async function removeSession(ctx: PlatformContext, actor: Actor, id: string, audit: Audit): Promise<undefined> {
  const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
  await ctx.database.transaction(async (tx) => {
    if (!isId || !(await store.deleteSession(tx, actor.userId, id))) throw new AppError('session_not_found', { id })
    await audit(tx, { details: { session_id: id } })
  })
}

export async function needsOwner(ctx: PlatformContext): Promise<boolean> {
  return !(await store.hasOwner(ctx.database))
}

/** Makes the token of the one-time link; an earlier one stops working. Null when there is an owner already. */
export async function createSetupToken(ctx: PlatformContext): Promise<string | null> {
  if (!(await needsOwner(ctx))) return null
  const token = newSecret(ctx.random)
  await store.replaceSetupToken(ctx.database, hashToken(token))
  return token
}

/** Creates the owner with the one-time link's token and signs in. @throws AppError `setup_link_invalid`, `already_set_up` */
export async function createOwner(ctx: PlatformContext, input: { token: string; email: string; password: string }, how: SignIn): Promise<Profile> {
  if (!(await needsOwner(ctx))) throw new AppError('already_set_up')
  const passwordHash = await hashNewPassword(input.password, { email: input.email })
  return onlyOwner(() =>
    ctx.database.transaction(async (tx) => {
      if (!(await store.takeSetupToken(tx, hashToken(input.token)))) throw new AppError('setup_link_invalid')
      const userId = await store.insertUser(tx, newUser(input.email, passwordHash, true))
      return openSession(ctx, tx, userId, how)
    }),
  )
}

/** The headless way: the owner from the configuration, unless there is one already. */
export async function ensureConfiguredOwner(ctx: PlatformContext): Promise<void> {
  const { owner } = ctx.config
  if (!owner || !(await needsOwner(ctx))) return
  const passwordHash = await hashPassword(owner.password)
  await store.insertUser(ctx.database, newUser(owner.email, passwordHash, true))
}

/** Signs in who has proved who they are: a session of its own, and its cookie. The one that the browser had ends (OWASP ASVS 5, 7.2.4). */
export async function openSession(
  ctx: PlatformContext,
  tx: Transaction,
  userId: string,
  { request, setCookie, audit, isByPasskey = false }: SignIn & { readonly isByPasskey?: boolean },
): Promise<Profile> {
  const replaced = request.cookies[sessionCookieName(ctx.config)]
  if (replaced !== undefined) await store.deleteSessionOf(tx, hashToken(replaced))
  const token = newSecret(ctx.random)
  await store.insertSession(tx, { userId, tokenHash: hashToken(token), address: request.address, userAgent: request.userAgent, isByPasskey })
  await audit(tx, { userId })
  setCookie(sessionCookie(ctx, token))
  return findProfile(tx, userId)
}

async function onlyOwner<T>(create: () => Promise<T>): Promise<T> {
  try {
    return await create()
  } catch (error) {
    if (isAppError(error, 'unique_violation')) throw new AppError('already_set_up', {}, { cause: error })
    throw error
  }
}

function newUser(email: string, passwordHash: string, isInstallationOwner: boolean): store.NewUser {
  return { email, username: partsOfAddress(email).local, passwordHash, isInstallationOwner }
}

function sessionCookie(ctx: PlatformContext, value: string): Cookie {
  return { name: sessionCookieName(ctx.config), value, maxAgeSeconds: sessionAbsoluteSeconds, secure: isSecure(ctx.config) }
}
