import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { checkElsewhere, isCheckedElsewhere } from '../phones/twilio-verification.ts'
import { issueCode } from '../pkce/flow-state.ts'
import { redirectOf, withFragment, withQuery } from '../redirects/redirect-to.ts'
import { type AuthReply, oauthCodeOf } from '../requests/auth-reply.ts'
import { bodyOf, emailOf, OptionalLine, phoneOf } from '../requests/fields.ts'
import type { SignInMethod } from '../sessions/create-session.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn } from '../sessions/sign-in.ts'
import { authErrorOf } from '../service-errors.ts'
import { confirmPage, goOnPage } from './confirm-page.ts'
import { codeOver, type Proof, type VerificationType, verificationTypes, verifyToken } from './verify-token.ts'

const Body = z.object({
  type: z.string().default(''),
  token: OptionalLine,
  token_hash: OptionalLine,
  email: OptionalLine,
  phone: OptionalLine,
})

const halfText = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

/** Sign-in method of a PKCE flow, by the type of its link. */
const methods: Partial<Record<VerificationType, SignInMethod>> = {
  signup: 'email/signup',
  invite: 'invite',
  magiclink: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  email: 'magiclink',
}

/** Takes a code or a token from an app. */
export async function verifyByPost(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Body)
  const type = typeOf(body.type)
  const asked = proofOf(body)
  const guess = asked.kind === 'code' ? call.guesses.take(call.ref, `code ${asked.email ?? asked.phone!}`) : null
  const proof = await approved(call, asked)
  const database = await call.database()
  const outcome = await database.transaction(async (tx) => {
    const verified = await verifyToken(call, tx, type, proof)
    return verified.kind === 'half' ? verified : signIn(call, tx, verified.user, { method: 'otp' })
  })
  guess?.wasRight()
  if ('kind' in outcome) return { json: { msg: halfText, code: '200' } }
  return { json: await sessionJson(call, outcome.user, outcome.session) }
}

/**
 * Handles an opened link: signs in, and redirects to the app. The app also gets errors, in the redirect. With the confirm page on, it spends nothing
 * but shows a button.
 */
export async function verifyByLink(call: AuthCall): Promise<AuthReply> {
  const { query } = call.request
  const redirectTo = redirectOf(call)
  const token = query.get('token') ?? query.get('token_hash') ?? ''
  // a mail scanner that only looks must not spend it
  if (call.request.method === 'HEAD') return { status: 200 }
  const type = verificationTypes.find((each) => each === query.get('type'))
  if (call.settings.mailer_confirm_page_enabled && type !== undefined && token !== '') {
    return { page: confirmPage(call, { type, token, redirectTo }) }
  }
  const { location, headers, log } = await followLink(call, query.get('type') ?? '', token, redirectTo)
  return { status: 303, headers: { location, ...headers }, ...(log && { log }) }
}

const Confirmed = z.object({ type: OptionalLine, token: OptionalLine, redirect_to: OptionalLine })

/** The button of the confirm page. */
export async function confirmLink(call: AuthCall): Promise<AuthReply> {
  const { type = '', token = '', redirect_to: asked } = await bodyOf(call.request, Confirmed)
  const { location, headers, log } = await followLink(call, type, token, redirectOf(call, asked))
  return { page: goOnPage(location), ...(headers && { headers }), ...(log && { log }) }
}

/** Where a link ends: an address of the app. */
interface LinkEnd extends Pick<AuthReply, 'headers' | 'log'> {
  readonly location: string
}

async function followLink(call: AuthCall, typeText: string, token: string, redirectTo: string): Promise<LinkEnd> {
  try {
    const type = typeOf(typeText)
    if (token === '') throw new AuthError('validation_failed', 'Verify requires a token or a token hash')
    return { location: await follow(call, type, token, redirectTo) }
  } catch (thrown) {
    const error = authErrorOf(thrown)
    if (error === null) throw thrown
    const parameters = { error: oauthCodeOf(error), error_code: error.code, error_description: error.message }
    const isPkce = token.startsWith('pkce_')
    const location = withFragment(isPkce ? withQuery(redirectTo, parameters) : redirectTo, { ...parameters, sb: '' })
    return { location, headers: { 'x-sb-error-code': error.code }, log: { code: error.code } }
  }
}

async function follow(call: AuthCall, type: VerificationType, hash: string, redirectTo: string): Promise<string> {
  const database = await call.database()
  const outcome = await database.transaction(async (tx) => {
    const verified = await verifyToken(call, tx, type, { kind: 'hash', hash })
    if (verified.kind === 'half') return { kind: 'half' as const }
    if (!verified.isPkce) return { kind: 'session' as const, ...(await signIn(call, tx, verified.user, { method: 'otp' })) }
    const method = methods[type] ?? 'magiclink'
    const code = (await issueCode(tx, verified.user.id, method)) ?? (await issueCode(tx, verified.user.id, 'email/signup'))
    if (code === null) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
    return { kind: 'code' as const, code }
  })
  if (outcome.kind === 'half') return withFragment(redirectTo, { message: halfText, sb: '' })
  if (outcome.kind === 'code') return withQuery(redirectTo, { code: outcome.code })
  const { access_token, expires_in, expires_at, refresh_token } = await sessionJson(call, outcome.user, outcome.session)
  const parameters = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    refresh_token,
    sb: '',
    token_type: 'bearer',
    type,
  }
  return withFragment(redirectTo, parameters)
}

/** Has a code checked by whoever made it, where that isn't us. */
async function approved(call: AuthCall, proof: Proof): Promise<Proof> {
  if (proof.kind !== 'code' || proof.phone === undefined || !isCheckedElsewhere(call, proof.phone)) return proof
  if (!(await checkElsewhere(call, proof.phone, proof.otp))) throw new AuthError('otp_expired', codeOver)
  return { ...proof, isApproved: true }
}

function typeOf(text: string): VerificationType {
  const type = verificationTypes.find((each) => each === text)
  if (type === undefined) throw new AuthError('validation_failed', 'Verify requires a verification type')
  return type
}

function proofOf({ token, token_hash: hash, email, phone }: z.output<typeof Body>): Proof {
  if (hash !== undefined) {
    if (token !== undefined || email !== undefined || phone !== undefined) {
      throw new AuthError('validation_failed', 'Only the token_hash and type should be provided')
    }
    return { kind: 'hash', hash }
  }
  if (token === undefined) throw new AuthError('validation_failed', 'Verify requires a token or a token hash')
  if ((email === undefined) === (phone === undefined)) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided on verify')
  }
  return { kind: 'code', otp: token, ...(email === undefined ? { phone: phoneOf(phone!) } : { email: emailOf(email) }) }
}
