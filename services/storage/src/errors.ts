import type { ServiceReply } from '@colonnade/projects'

interface ErrorKind {
  /** Status in the body. */
  readonly status: number
  /** Title, if it differs from the code. */
  readonly error?: string
  readonly message: string
}

/** The codes that clients check, with the status and `error` in the body and the usual text (errors/codes.ts of supabase/storage). */
const kinds = {
  NoSuchBucket: { status: 404, error: 'Bucket not found', message: 'Bucket not found' },
  NoSuchKey: { status: 404, error: 'not_found', message: 'Object not found' },
  NoSuchUpload: { status: 404, message: 'Upload not found' },
  KeyAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  BucketAlreadyExists: { status: 409, error: 'Duplicate', message: 'The resource already exists' },
  ResourceNotEmpty: { status: 409, message: 'The bucket you tried to delete is not empty' },
  FeatureNotEnabled: { status: 409, message: 'This feature is not enabled' },
  AccessDenied: { status: 403, error: 'Unauthorized', message: 'new row violates row-level security policy' },
  InvalidKey: { status: 400, message: 'Invalid key' },
  InvalidBucketName: { status: 400, error: 'Invalid Input', message: 'Bucket name invalid' },
  InvalidJWT: { status: 400, message: 'Invalid JWT' },
  InvalidSignature: { status: 400, message: 'Invalid signature' },
  InvalidRequest: { status: 400, message: 'Invalid request' },
  MissingContentLength: { status: 400, message: 'You must provide the Content-Length HTTP header.' },
  EntityTooLarge: { status: 413, error: 'Payload too large', message: 'The object exceeded the maximum allowed size' },
  InvalidMimeType: { status: 415, error: 'invalid_mime_type', message: 'The MIME type is not supported' },
  InvalidRange: { status: 416, error: 'invalid_range', message: 'invalid range provided' },
  ResourceLocked: { status: 423, message: 'The resource is locked' },
  SlowDown: { status: 429, message: 'Too many requests at once. Try again in a moment.' },
  InternalError: { status: 500, message: 'Internal server error' },
  DatabaseReadOnly: { status: 503, message: 'The database is currently in read-only mode. Please try again later.' },
  DatabaseConnectionLimit: { status: 503, message: 'The database has reached its maximum number of connections. Please try again later.' },
  LockTimeout: { status: 503, error: 'acquiring_lock_timeout', message: 'acquiring lock timeout' },
  StorageUnavailable: { status: 503, message: 'The object storage of this installation is not available right now. Please try again later.' },
  StorageFull: { status: 507, message: 'The disk of this installation is full. Free some space and try again.' },
  DatabaseTimeout: { status: 544, message: 'The connection to the database timed out' },
} as const satisfies Readonly<Record<string, ErrorKind>>

export type StorageErrorCode = keyof typeof kinds

export interface StorageErrorDetails {
  /** The HTTP status, if it differs from the usual one. */
  readonly httpStatus?: number
  /** The status in the body, if it differs from the usual one. */
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  /** Advice for the client. */
  readonly hint?: string
  /** For the log only. */
  readonly cause?: unknown
}

/** HTTP statuses that are sent as they are. Clients expect 400 for all others, and read the real one from the body. */
const plainStatuses: ReadonlySet<number> = new Set([416, 429, 500, 507, 544])

/** An error for clients, who check the code and show the text. */
export class StorageError extends Error {
  readonly code: StorageErrorCode
  /** Status for protocols that use their own. */
  readonly status: number
  readonly details: StorageErrorDetails

  constructor(code: StorageErrorCode, message?: string, details: StorageErrorDetails = {}) {
    super(message ?? kinds[code].message, { cause: details.cause })
    this.code = code
    this.status = details.status ?? kinds[code].status
    this.details = details
  }

  /** Returns `error` for the body. */
  get title(): string {
    const kind: ErrorKind = kinds[this.code]
    return kind.error ?? this.code
  }
}

export function renderError({ code, status, title, message, details }: StorageError, isHead: boolean): ServiceReply {
  return {
    status: details.httpStatus ?? (plainStatuses.has(status) ? status : 400),
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-sb-error-code': code, ...details.headers },
    body: isHead
      ? null
      : JSON.stringify({ statusCode: String(status), error: title, code, message, ...(details.hint !== undefined && { hint: details.hint }) }),
    log: { code },
  }
}
