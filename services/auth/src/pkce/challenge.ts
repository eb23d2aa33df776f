import { createHash, timingSafeEqual } from 'node:crypto'
import { AuthError } from '../errors.ts'

export interface Challenge {
  readonly challenge: string
  readonly method: 's256' | 'plain'
}

/** RFC 7636, 4.2. */
const form = /^[A-Za-z0-9._~-]{43,128}$/

/**
 * Reads a PKCE challenge; undefined for a flow without one.
 *
 * @throws AuthError `validation_failed` for half of one, or of a form that there is not
 */
export function challengeOf({
  code_challenge: challenge,
  code_challenge_method: method,
}: {
  readonly code_challenge?: string | undefined
  readonly code_challenge_method?: string | undefined
}): Challenge | undefined {
  if (challenge === undefined && method === undefined) return undefined
  if (challenge === undefined || method === undefined) {
    throw new AuthError('validation_failed', 'PKCE flow requires code_challenge_method and code_challenge')
  }
  if (!form.test(challenge)) throw new AuthError('validation_failed', 'code challenge has to be between 43 and 128 unreserved characters')
  const lower = method.toLowerCase()
  if (lower !== 's256' && lower !== 'plain') throw new AuthError('validation_failed', `Unsupported code_challenge method "${method.slice(0, 20)}"`)
  return { challenge, method: lower }
}

/** @throws AuthError `bad_code_verifier` */
export function requireVerifier({ challenge, method }: Challenge, verifier: string): void {
  const made = method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url')
  const [expected, given] = [Buffer.from(challenge), Buffer.from(made)]
  if (!form.test(verifier) || expected.length !== given.length || !timingSafeEqual(expected, given)) {
    throw new AuthError('bad_code_verifier', 'code challenge does not match previously saved code verifier')
  }
}
