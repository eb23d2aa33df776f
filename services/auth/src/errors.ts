import type { AppError } from '@colonnade/core'
import type { PasswordReason } from './passwords/password-rules.ts'

/**
 * Statuses of the error codes that clients know (`lib/error-codes.ts` of @supabase/auth-js); all that are not here are 422. Those that
 * differ from place to place are given where they are thrown.
 */
const statuses = {
  400: [
    'validation_failed',
    'bad_json',
    'invalid_credentials',
    'invalid_grant',
    'email_not_confirmed',
    'phone_not_confirmed',
    'user_banned',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'session_expired',
    'email_provider_disabled',
    'phone_provider_disabled',
    'provider_disabled',
    'bad_code_verifier',
    'bad_oauth_state',
    'bad_oauth_callback',
    'flow_state_already_used',
    'captcha_failed',
    'hook_payload_invalid_content_type',
    'email_address_invalid',
    'email_address_not_authorized',
    'reauthentication_needed',
    'current_password_required',
    'current_password_invalid',
    'webauthn_challenge_not_found',
    'webauthn_challenge_expired',
    'webauthn_verification_failed',
    'saml_assertion_no_user_id',
    'saml_assertion_no_email',
    'sso_domain_already_exists',
  ],
  401: ['no_authorization'],
  403: [
    'bad_jwt',
    'not_admin',
    'otp_expired',
    'oauth_dynamic_client_registration_disabled',
    'session_not_found',
    'unexpected_audience',
    'mfa_verification_rejected',
    'insufficient_aal',
  ],
  404: [
    'user_not_found',
    'flow_state_not_found',
    'invite_not_found',
    'mfa_factor_not_found',
    'sso_provider_not_found',
    'saml_idp_not_found',
    'saml_relay_state_not_found',
    'oauth_client_not_found',
    'oauth_authorization_not_found',
    'oauth_consent_not_found',
    'custom_provider_not_found',
    'webauthn_credential_not_found',
    'manual_linking_disabled',
    'saml_provider_disabled',
    'sso_provider_disabled',
    'passkey_disabled',
    'feature_disabled',
    'not_found',
  ],
  405: ['method_not_allowed'],
  409: ['conflict'],
  413: ['request_entity_too_large'],
  415: ['unsupported_media_type'],
  429: ['over_request_rate_limit', 'over_email_send_rate_limit', 'over_sms_send_rate_limit', 'mfa_recovery_codes_locked'],
  500: ['unexpected_failure'],
  504: ['request_timeout'],
} as const

const statusOf: ReadonlyMap<string, number> = new Map(
  Object.entries(statuses).flatMap(([status, codes]) => codes.map((code): [string, number] => [code, Number(status)])),
)

/** Details that some errors have besides code and text. */
export interface AuthErrorDetails {
  readonly status?: number
  /** Details of `weak_password`. */
  readonly reasons?: readonly PasswordReason[]
  /** Seconds after which the same call may succeed. */
  readonly retryAfterSeconds?: number
  /** The limit of the whole project that was reached. */
  readonly limit?: 'rate_limit_email_sent' | 'rate_limit_sms_sent'
  /** It is what a hook of the project's has said. */
  readonly isOfHook?: true
  /** Requests that a hook took. */
  readonly attempts?: number
  /** OAuth 2.0 error code, where it says more than the status (RFC 6749, 5.2). */
  readonly oauth?: string
  /** For the log only. */
  readonly cause?: unknown
}

/** An error for the client: the code decides, the message explains. */
export class AuthError extends Error {
  readonly code: string
  readonly status: number
  readonly details: AuthErrorDetails

  constructor(code: string, message: string, details: AuthErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? statusOf.get(code) ?? 422
    this.details = details
  }
}

/** Also narrows to one code. */
export function isAuthError(error: unknown, code?: string): error is AuthError {
  return error instanceof AuthError && (code === undefined || error.code === code)
}

/** Returns the error for a call that can't be answered now, such as one of too many that hash passwords. */
export function fromAppError(error: AppError): AuthError | null {
  if (error.code === 'unavailable') return new AuthError('over_request_rate_limit', error.message, { retryAfterSeconds: 1, cause: error })
  if (error.code === 'rate_limited') return new AuthError('over_request_rate_limit', 'Request rate limit reached', { cause: error })
  if (error.code === 'payload_too_large') return new AuthError('request_entity_too_large', 'Request body is too large', { cause: error })
  return null
}
