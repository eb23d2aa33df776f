import type { VersionStore } from '@colonnade/objects'
import type { BatchRows, BatchStatement } from '@colonnade/pg'
import type { Caller, ProjectKeys, ProjectStorage, ServiceRequest } from '@colonnade/projects'
import type { KeptSelections } from './archives/kept-selections.ts'
import type { StorageContext } from './context.ts'

/** One call to one project's storage, with all that handlers need. */
export interface StorageCall extends StorageContext {
  readonly ref: string
  readonly caller: Caller
  readonly settings: ProjectStorage
  readonly keys: ProjectKeys
  /** With its body unread. */
  readonly request: ServiceRequest
  readonly query: URLSearchParams
  /** The bytes of the project and its branches. */
  readonly versions: VersionStore
  /** Files that are about to be downloaded together. */
  readonly selections: KeptSelections
  /**
   * Runs statements as one transaction, in the project's database, which this wakes. Each `asCaller` or `asService` among them says as whom
   * those after it run. Rows are in the statements' order.
   *
   * @throws StorageError
   */
  run(statements: readonly BatchStatement[]): Promise<BatchRows>
  /** Keeps the project awake beyond the reply, until the returned function is called. */
  stay(): Promise<() => void>
}
