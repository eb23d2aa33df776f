/** What is sent to the client of the data API when a request fails: all four, always (PostgREST 14, Errors). */
export interface RestErrorBody {
  readonly code: string
  readonly message: string
  readonly details: unknown
  readonly hint: string | null
}

/** A refusal in PostgREST's words and codes. */
export class RestError extends Error {
  readonly status: number
  readonly body: RestErrorBody
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { readonly details?: unknown; readonly hint?: string | null; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.name = 'RestError'
    this.status = status
    this.body = { code, message, details: more.details ?? null, hint: more.hint ?? null }
    this.headers = more.headers ?? {}
  }
}
