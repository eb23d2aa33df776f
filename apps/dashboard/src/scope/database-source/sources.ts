import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { regionName } from '../../lib/texts/project-names.ts'

/** A database as listed here; the server may send any status. */
export type SourceDatabase = Pick<DatabaseEntry, 'identifier' | 'database_type' | 'region' | 'inserted_at'> & { readonly status: string }

/** Spec §4: only a healthy replica accepts requests. */
export type SourceState = 'ready' | 'coming up' | 'not healthy'

export interface Source {
  readonly id: string
  readonly label: string
  /** Distinguishes replicas of the same region. */
  readonly hint: string | null
  readonly state: SourceState
}

const comingUp: ReadonlySet<string> = new Set(['INIT_READ_REPLICA', 'COMING_UP'])

function stateOf({ database_type, status }: SourceDatabase): SourceState {
  // the project's page shows whether the primary is healthy
  if (database_type === 'PRIMARY' || status === 'ACTIVE_HEALTHY') return 'ready'
  return comingUp.has(status) ? 'coming up' : 'not healthy'
}

/** Lists a project's databases as options: the primary, then its replicas by creation time. */
export function toSources(databases: readonly SourceDatabase[]): Source[] {
  return databases
    .toSorted((a, b) => rank(a) - rank(b) || Date.parse(a.inserted_at) - Date.parse(b.inserted_at))
    .map((database) => ({
      id: database.identifier,
      ...(database.database_type === 'PRIMARY'
        ? { label: 'Primary database', hint: null }
        : { label: `Read replica, ${regionName(database.region)}`, hint: shortId(database) }),
      state: stateOf(database),
    }))
}

function rank({ database_type }: SourceDatabase): number {
  return database_type === 'PRIMARY' ? 0 : 1
}

/** Returns the end of a replica's identifier: kfzqx for abcdefghijklmnopqrst-rr-eu-west-1-kfzqx. */
export function shortId({ identifier }: Pick<SourceDatabase, 'identifier'>): string {
  return identifier.split('-').at(-1)!
}

/** Spec §8, to the letter: why a replica cannot be chosen. */
export function reasonOf(state: Exclude<SourceState, 'ready'>): string {
  return `Replica unable to accept requests as its ${state}`
}
