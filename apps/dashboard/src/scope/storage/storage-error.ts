import { AppError, type ErrorCode } from '@colonnade/core'

/** What storage refuses, in its own words; `code` is one of those that its clients know, such as `NoSuchKey`. */
export class StorageError extends Error {
  readonly code: string
  /** What its body says, which is the HTTP status of most services. */
  readonly status: number

  constructor(code: string, status: number, message: string) {
    super(message)
    this.name = 'StorageError'
    this.code = code
    this.status = status
  }
}

export const isStorageError = (error: unknown, ...codes: readonly string[]): error is StorageError =>
  error instanceof StorageError && (codes.length === 0 || codes.includes(error.code))

interface RefusalBody {
  readonly statusCode?: string | number
  readonly error?: string
  readonly code?: string
  readonly message?: string
}

/** By what the gateway answers while a project is in another state. */
const gatewayCodes: Readonly<Record<number, ErrorCode>> = { 429: 'rate_limited', 500: 'internal', 503: 'unavailable', 540: 'project_not_active' }

/** Reads what a refused call says. Without a code it is the gateway's. */
export async function refusalOf(response: Response): Promise<Error> {
  const body = (await response.json().catch(() => ({}))) as RefusalBody
  const message = body.message ?? `Storage answered with ${response.status}`
  const code = body.code ?? body.error
  const own = body.code === undefined ? gatewayCodes[response.status] : undefined
  if (own !== undefined) return new AppError(own, { request_id: response.headers.get('x-request-id') }, { message })
  return new StorageError(code ?? 'Unknown', Number(body.statusCode ?? response.status), message)
}
