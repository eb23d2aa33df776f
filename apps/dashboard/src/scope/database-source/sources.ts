import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { regionName } from '../../lib/texts/project-names.ts'

/** What is known of a database here; the status is any that a server may send. */
export type SourceDatabase = Pick<DatabaseEntry, 'identifier' | 'database_type' | 'region' | 'inserted_at'> & { readonly status: string }

/** Spec §4: only a healthy replica takes requests. */
export type SourceState = 'ready' | 'coming up' | 'not healthy'

export interface Source {
  readonly id: string
  readonly label: string
  /** What tells replicas of one region apart. */
  readonly hint: string | null
  readonly state: SourceState
}

const comingUp: ReadonlySet<string> = new Set(['INIT_READ_REPLICA', 'COMING_UP'])

function stateOf({ database_type, status }: SourceDatabase): SourceState {
  // whether the primary answers is the state of the project, which the page around tells
  if (database_type === 'PRIMARY' || status === 'ACTIVE_HEALTHY') return 'ready'
  return comingUp.has(status) ? 'coming up' : 'not healthy'
}

/** The databases of a project as a choice: the primary first, then the replicas as they were made. */
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

/** The end of a replica's identifier: abcdefghijklmnopqrst-rr-eu-west-1-kfzqx is kfzqx. */
export function shortId({ identifier }: Pick<SourceDatabase, 'identifier'>): string {
  return identifier.split('-').at(-1)!
}

/** Spec §8, letter by letter: why a replica can not be chosen. */
export function reasonOf(state: Exclude<SourceState, 'ready'>): string {
  return `Replica unable to accept requests as its ${state}`
}
