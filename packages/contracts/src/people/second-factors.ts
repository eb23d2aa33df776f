import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { Profile } from './sessions.ts'

/** Codes that open once, in place of a lost phone. */
export const recoveryCodesCount = 10

/** What signing in asks for after the password, and what is left of it. */
export const SecondFactors = z.object({
  /** Null while none is set up. */
  totp: z.object({ added_at: Timestamp, last_used_at: Timestamp.nullable() }).nullable(),
  recovery_codes_left: z.number().int(),
})
export type SecondFactors = z.infer<typeof SecondFactors>

const CurrentPassword = z.string().min(1, 'Give your password').max(256)
/** Six digits of an authenticator app, with or without a gap. */
const TotpCode = z
  .string()
  .max(40)
  .transform((text) => text.replace(/\s/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Give the six digits that the app shows'))

/** Who changes second factors shows the password, or a code that was not used yet. */
export const FactorProof = z.union([z.strictObject({ password: CurrentPassword }), z.strictObject({ code: TotpCode })])
export type FactorProof = z.output<typeof FactorProof>

/** Shown once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

/** The details of `second_step_required`: what `signIn` takes next. */
export const SecondStep = z.object({ challenge: z.string(), expires_at: Timestamp })
export type SecondStep = z.infer<typeof SecondStep>

export const secondFactors = resource('/platform/second-factors', {
  retrieve: get('/', { summary: 'Second factors of the person', auth: 'user', reply: SecondFactors }),
  begin: post('/totp', {
    summary: 'Get a secret for an authenticator app; it counts once it is confirmed',
    auth: 'user',
    body: z.object({ password: CurrentPassword }),
    /** `secret` in base32 (RFC 4648), as apps take it; `uri` says the same for a QR code. */
    reply: z.object({ secret: z.string(), uri: z.string() }),
    errors: ['second_factor_exists'],
  }),
  confirm: post('/totp/confirm', {
    summary: 'Turn the authenticator app on with a code of it; other sessions end, and recovery codes are shown once',
    auth: 'user',
    audit: 'second_factor.added',
    body: z.object({ code: TotpCode }),
    reply: RecoveryCodes.extend({ ended_sessions: z.number().int() }),
    errors: ['second_factor_exists', 'second_factor_not_found'],
  }),
  remove: post('/totp/remove', {
    summary: 'Remove the authenticator app; other sessions end and recovery codes stop working',
    auth: 'user',
    audit: 'second_factor.removed',
    body: FactorProof,
    reply: z.object({ ended_sessions: z.number().int() }),
    errors: ['second_factor_not_found'],
  }),
  renewRecoveryCodes: post('/recovery-codes', {
    summary: 'Create new recovery codes, shown once; the old ones stop working',
    auth: 'user',
    audit: 'second_factor.recovery_codes_renewed',
    body: FactorProof,
    reply: RecoveryCodes,
    errors: ['second_factor_not_found'],
  }),
  prove: post('/proof', {
    summary: 'Confirm who you are, so that this session can do what takes a recent sign-in',
    auth: 'user',
    audit: 'session.confirmed',
    body: FactorProof,
    reply: Nothing,
    status: 204,
  }),
  signIn: post('/sign-in', {
    summary: 'The second step of signing in: a code of the app, or a recovery code; the answer sets the session cookie',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: z.object({ challenge: z.string().min(1).max(100), code: z.string().trim().min(1, 'Give a code').max(60) }),
    reply: Profile,
    errors: ['second_step_invalid', 'second_step_over', 'identity_flow_over', 'identity_taken'],
  }),
})
