import type { Entity } from '@colonnade/pg-meta'
import type { RunAs } from '../../scope/run-sql.ts'
import type { Editability } from './changes/editability.ts'

/** The relation that a pane shows, and as whom its rows are read and written. */
export interface TableScope {
  readonly projectRef: string
  readonly entity: Entity
  readonly rights: Editability
  /** Undefined: the project's own user. */
  readonly as: RunAs | undefined
}
