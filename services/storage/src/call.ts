import type { Caller, ServiceRequest } from '@colonnade/projects'
import type { StorageContext } from './context.ts'

/** One call to one project's storage, with all that handlers need. */
export interface StorageCall extends StorageContext {
  readonly ref: string
  readonly caller: Caller
  /** With its body unread. */
  readonly request: ServiceRequest
  readonly query: URLSearchParams
}
