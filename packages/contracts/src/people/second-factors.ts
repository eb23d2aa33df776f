import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { Profile } from './sessions.ts'

/** Number of recovery codes. Each works once. */
export const recoveryCodesCount = 10

/** Second factors of a person, and the remaining recovery codes. */
export const SecondFactors = z.object({
  /** Null if not set up. */
  totp: z.object({ added_at: Timestamp, last_used_at: Timestamp.nullable() }).nullable(),
  recovery_codes_left: z.number().int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const CurrentPassword = z.string().min(1, 'Enter your password').max(256)
/** Six-digit code of an authenticator app, with or without a space. */
const TotpCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the six-digit code from the app'))

/** Proof for changing second factors: the password or an unused code. */
export const FactorProof = z.union([z.strictObject({ password: CurrentPassword }), z.strictObject({ code: TotpCode })])
export type FactorProof = z.output<typeof FactorProof>

/** Shown only once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** Details of `second_step_required`: the challenge for `signIn`. */
export const SecondStep = z.object({ challenge: z.string(), expires_at: Timestamp })
export type SecondStep = z.infer<typeof SecondStep>

export const secondFactors = resource('/platform/second-factors', {
  retrieve: get('/', { summary: 'Retrieve your second factors', auth: 'user', reply: SecondFactors }),
  begin: post('/totp', {
    summary: 'Start setting up an authenticator app. Returns its secret',
    auth: 'user',
    body: z.object({ password: CurrentPassword }),
    /** `secret` in base32 (RFC 4648) for manual entry, `uri` for a QR code. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['second_factor_exists'],
  }),
  confirm: post('/totp/confirm', {
    summary: 'Finish setting up an authenticator app with a code. Returns recovery codes once. Ends your other sessions',
    auth: 'user',
    audit: 'second_factor.added',
    body: z.object({ code: TotpCode }),
    reply: RecoveryCodes.extend({ ended_sessions: z.number().int() }),
    errors: ['second_factor_exists', 'second_factor_not_found'],
  }),
  remove: post('/totp/remove', {
    summary: 'Remove the authenticator app. Recovery codes stop working. Ends your other sessions',
    auth: 'user',
    audit: 'second_factor.removed',
    body: FactorProof,
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['second_factor_not_found'],
  }),
  renewRecoveryCodes: post('/recovery-codes', {
    summary: 'Create new recovery codes, shown only once. The old codes stop working',
    auth: 'user',
    audit: 'second_factor.recovery_codes_renewed',
    body: FactorProof,
    reply: RecoveryCodes,
    errors: ['second_factor_not_found'],
  }),
  prove: post('/proof', {
    summary: 'Confirm your identity for actions that require a recent sign-in',
    auth: 'user',
    audit: 'session.confirmed',
    body: FactorProof,
    reply: Nothing,
    status: 204,
  }),
  signIn: post('/sign-in', {
    summary: 'Complete the second step of a sign-in with an app code or a recovery code. Sets the session cookie',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: z.object({ challenge: z.string().min(1).max(100), code: z.string().trim().min(1, 'Enter a code').max(60) }),
    reply: Profile,
    errors: ['second_step_invalid', 'second_step_over', 'identity_flow_over', 'identity_taken'],
  }),
})
