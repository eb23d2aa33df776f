/** Codes of RFC 6749, 5.2. */
export type OauthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unsupported_grant_type'
  | 'slow_down'
  | 'server_error'

const statuses: Partial<Record<OauthErrorCode, number>> = { invalid_client: 401, slow_down: 429, server_error: 500 }

/** A refusal as clients of OAuth know it, which is not as the platform's other calls refuse. */
export class OauthError extends Error {
  readonly code: OauthErrorCode

  constructor(code: OauthErrorCode, description: string) {
    super(description)
    this.name = 'OauthError'
    this.code = code
  }

  get status(): number {
    return statuses[this.code] ?? 400
  }
}
