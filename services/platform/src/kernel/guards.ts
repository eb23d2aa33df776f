import type { Transaction } from '@colonnade/pg'

/** Operations that interrupt work on a project's database. */
export type Interruption = 'pause' | 'restart' | 'resize' | 'restore' | 'reset' | 'remove'

/** Check of a module with work that an interruption would break. @throws AppError `project_busy` during such work */
export type Guard = (tx: Transaction, ref: string, by: Interruption) => Promise<void>

/** Checks of all modules, for callers that don't know them. */
export interface Guards {
  /** Resolves if nothing prevents the interruption, and holds back such work until the transaction ends. @throws AppError `project_busy` */
  readonly refuseInterruption: Guard
  /** Runs before an organization is deleted, in the transaction that locked it. @throws AppError `organization_not_found` if it was deleted since */
  readonly settleOrganization: (tx: Transaction, organizationId: string) => Promise<void>
}
