import { ask, NoAnswer } from '@colonnade/outbound'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { captchaDeadlineMs } from '../limits.ts'
import { bodyOf, SecurityToken } from '../requests/fields.ts'

const Body = z.object(SecurityToken)

const pathOf = { hcaptcha: '/siteverify', turnstile: '/turnstile/v0/siteverify' } as const

/** Grants of `/token` that prove nothing that others could not try out. */
const guardedGrants = ['password', 'web3']

const replyBytesMost = 50_000

const Reply = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).nullish() })

/**
 * Lets only people pass, where the project wants that. Servers that show a secret key are no people.
 *
 * @throws AuthError `captcha_failed` with what the provider says; `unexpected_failure` when it can't be asked
 */
export async function requireCaptcha(call: AuthCall): Promise<void> {
  const { settings, caller, request } = call
  if (!settings.security_captcha_enabled || caller.role === 'service_role' || caller.role === 'supabase_admin') return
  if (request.segments[0] === 'token' && !guardedGrants.includes(request.query.get('grant_type') ?? '')) return
  const { gotrue_meta_security: security } = await bodyOf(request, Body)
  const token = security?.captcha_token
  if (token === undefined) throw refused('no captcha response (captcha_token) found in request')
  const problem = await askProvider(call, token)
  if (problem !== null) throw refused(problem)
}

const refused = (problem: string): AuthError => new AuthError('captcha_failed', `captcha protection: request disallowed (${problem})`)

async function askProvider({ settings, addresses, outbound, caller }: AuthCall, token: string): Promise<string | null> {
  const { security_captcha_provider: provider, security_captcha_secret: secret } = settings
  if (provider === null || secret === '') throw failed('captcha provider is not set up')
  try {
    const { status, body } = await ask({
      url: `${addresses[provider]}${pathOf[provider]}`,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ secret, response: token, remoteip: caller.address }).toString(),
      arePrivateAllowed: outbound.arePrivateAllowed,
      deadlineMs: captchaDeadlineMs,
      bytesMost: replyBytesMost,
    })
    const reply = Reply.safeParse(parsed(body))
    if (!reply.success) throw failed(`The captcha provider returned ${status} without a result`)
    const { success: isRight, 'error-codes': codes } = reply.data
    return isRight ? null : codes?.join(', ') || 'the token was not accepted'
  } catch (error) {
    if (error instanceof NoAnswer) throw failed(error)
    throw error
  }
}

const failed = (cause: unknown): AuthError => new AuthError('unexpected_failure', 'captcha verification process failed', { cause })

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}
