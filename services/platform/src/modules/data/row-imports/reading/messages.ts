import type { ErrorCode, ErrorDetails } from '@colonnade/core'
import type { FileForm } from './file-form.ts'
import type { PackedRecords } from './packed-records.ts'

/** A message to a thread, with the file's number. */
export type ToThread =
  | { readonly kind: 'open'; readonly id: number; readonly form: FileForm }
  /** Null after the last chunk. Sent only on request. */
  | { readonly kind: 'chunk'; readonly id: number; readonly bytes: Uint8Array | null }
  | { readonly kind: 'close'; readonly id: number }

/** A message from a thread. */
export type FromThread =
  | { readonly kind: 'more'; readonly id: number }
  | { readonly kind: 'records'; readonly id: number; readonly records: PackedRecords }
  | { readonly kind: 'done'; readonly id: number }
  | { readonly kind: 'failed'; readonly id: number; readonly code: ErrorCode; readonly details: ErrorDetails; readonly message: string }
