import type { Transaction } from '@colonnade/pg'

/** What takes a project's database away from whatever works with it. */
export type Interruption = 'pause' | 'restart' | 'resize' | 'restore' | 'reset' | 'remove'

/** Of modules whose work an interruption would cut off. @throws AppError `project_busy` while there is some */
export type Guard = (tx: Transaction, ref: string, by: Interruption) => Promise<void>

/** What modules ask of all others, without knowing them. */
export interface Guards {
  /** Resolves when nothing stands in the way; nothing that would begins before the transaction ends. @throws AppError `project_busy` */
  readonly refuseInterruption: Guard
  /** Before an organization is deleted, in the transaction that locked it. @throws AppError `organization_not_found` when somebody else has deleted it */
  readonly settleOrganization: (tx: Transaction, organizationId: string) => Promise<void>
}
