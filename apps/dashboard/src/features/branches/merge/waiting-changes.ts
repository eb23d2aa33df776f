import type { Branch } from '@colonnade/contracts/copies/branches'
import { getMigrationsSql, type Migration } from '@colonnade/pg-meta'
import { listUnrecordedChanges } from '@colonnade/pg-meta/unrecorded-changes'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { waitingChangesText } from './messages.ts'

/** What a branch has that the default branch lacks. */
export interface WaitingChanges {
  /** In the order in which a merge applies them. */
  readonly migrations: readonly Migration[]
  /** Changes of the branch that no migration has: a merge leaves them out. */
  readonly unrecorded: number
}

export interface WaitingAddress {
  /** Ref of the branch. */
  readonly branch: string
  /** Ref of the default branch. */
  readonly target: string
  /** Whether the person may read the log of changes. */
  readonly hasLog: boolean
  /** The last merge and its status: a merge changes what waits. */
  readonly since?: string
}

export const waitingQuery = ({ branch, target, hasLog, since = '' }: WaitingAddress) =>
  queryOptions({
    queryKey: sqlKey(branch, 'database', 'waiting-migrations', target, String(hasLog), since),
    queryFn: async ({ signal }): Promise<WaitingChanges> => {
      const [own, theirs, log] = await Promise.all([
        fetchRows(branch, getMigrationsSql(), signal),
        fetchRows(target, getMigrationsSql(), signal),
        hasLog ? fetchRows(branch, listUnrecordedChanges(), signal) : [],
      ])
      return { migrations: waitingMigrations(own, theirs), unrecorded: log.length }
    },
    staleTime: 10_000,
  })

/** Migrations that a merge applies: those whose version the default branch lacks, by version. */
export function waitingMigrations(branch: readonly Migration[], target: readonly Migration[]): Migration[] {
  const known = new Set(target.map(({ version }) => version))
  return branch
    .filter(({ version, statements }) => statements !== null && !known.has(version))
    .toSorted((one, other) => (one.version < other.version ? -1 : 1))
}

/** "3 changes: 2 migrations, 1 not in a migration" */
export function waitingText({ migrations, unrecorded }: { readonly migrations: number; readonly unrecorded: number }): string {
  const all = migrations + unrecorded
  if (all === 0) return waitingChangesText.noChanges
  const count = all === 1 ? '1 change' : `${all} changes`
  if (unrecorded === 0) return count
  return migrations === 0 ? waitingChangesText.notMigration(count) : waitingChangesText.notMigrationOf(count, unrecorded)
}

/** Whether both databases can be asked without waking one of them. */
export function areAwake(...branches: readonly Pick<Branch, 'status' | 'sleep'>[]): boolean {
  return branches.every(({ status, sleep }) => status === 'ACTIVE_HEALTHY' && sleep === 'awake')
}
