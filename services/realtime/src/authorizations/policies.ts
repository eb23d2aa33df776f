import { isAppError } from '@colonnade/core'
import { type BatchStatement, databaseError } from '@colonnade/pg'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import type { ProjectDatabases } from '../project/project-databases.ts'
import type { Identity } from './tokens.ts'

/** Kinds of messages that a policy on `realtime.messages` decides about. */
export type Extension = 'broadcast' | 'presence' | 'persistence'

export interface ReadRights {
  readonly broadcast: boolean
  readonly presence: boolean
}

/** The client of a private channel. */
export interface Asker {
  readonly ref: string
  readonly identity: Identity
  /** Headers of its request, as JSON. */
  readonly headers: string
}

/** Asks the policies of `realtime.messages`, as the role and with the claims of a token; what is tried is undone. */
export interface Policies {
  /** @throws PolicyQuestionError when the database can't be asked */
  read(asker: Asker, topic: string): Promise<ReadRights>
  /** @throws PolicyQuestionError when the database can't be asked */
  write(asker: Asker, topic: string, extension: Extension): Promise<boolean>
}

/** The project's database can't be asked now. */
export class PolicyQuestionError extends Error {}

const names = ['realtime.topic', 'request.jwt.claims', 'request.jwt.claim.sub', 'request.jwt.claim.role', 'request.headers', 'role'] as const
// functions in policies are planned as elsewhere
const callerText = `select pg_catalog.cardinality(array[${names.map((name, index) => `pg_catalog.set_config('${name}', $${index + 1}, true)`).join(', ')}, pg_catalog.set_config('plan_cache_mode', 'auto', true)])`

/** Undoes what was done before in the transaction. */
export const undo: BatchStatement = { name: '', text: 'rollback', values: [] }
/** Runs the rest of the transaction as the owner of the messages. */
export const asOwner: BatchStatement = { name: 'owner', text: `select pg_catalog.set_config('role', 'supabase_realtime_admin', true)`, values: [] }

export function createPolicies(databases: ProjectDatabases): Policies {
  const ask = async (ref: string, statements: readonly BatchStatement[]): Promise<readonly (readonly (string | null)[])[] | null> => {
    try {
      const { run, leave } = await databases.enter(ref)
      try {
        return (await run(statements)).flat()
      } finally {
        leave()
      }
    } catch (error) {
      // refused by a policy, its grants or its functions, or by a role that no one can assume here
      if (isRefusal(error)) return null
      throw new PolicyQuestionError('The policies could not be checked', { cause: error })
    }
  }
  return {
    async read({ ref, ...asker }, topic) {
      const probes = { broadcast: randomUUID(), presence: randomUUID() }
      const insert = `insert into realtime.messages (id, topic, extension) values ($1, $3, 'broadcast'), ($2, $3, 'presence')`
      const select = `select extension from realtime.messages where id in ($1, $2) and inserted_at = pg_catalog.now() at time zone 'utc'`
      const rows = await ask(ref, [
        asOwner,
        { name: 'probe', text: insert, values: [probes.broadcast, probes.presence, topic] },
        asCaller(asker, topic),
        { name: nameOf('read', asker.identity), text: select, values: [probes.broadcast, probes.presence] },
        undo,
      ])
      const found = new Set(rows?.map(([value]) => value))
      return { broadcast: found.has('broadcast'), presence: found.has('presence') }
    },
    async write({ ref, ...asker }, topic, extension) {
      const insert = 'insert into realtime.messages (topic, extension) values ($1, $2)'
      const rows = await ask(ref, [asCaller(asker, topic), { name: nameOf('write', asker.identity), text: insert, values: [topic, extension] }, undo])
      return rows !== null
    },
  }
}

/** Returns the statement that runs the rest of the transaction as the caller. */
export function asCaller({ identity, headers }: Omit<Asker, 'ref'>, topic: string): BatchStatement {
  const { claims, userId, role } = identity
  return { name: 'caller', text: callerText, values: [topic, claims, userId ?? '', role, headers, role] }
}

/** Plans differ by role, because policies do. */
function nameOf(statement: string, { role }: Identity): string {
  return `${statement} ${role}`.slice(0, 100)
}

/** Returns true if Postgres refused the query; false if it couldn't answer: no connections, memory or disk, a lock, a server that stops. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity !== 'FATAL' && !/^(?:08|53|55P03|57P|58|XX)/.test(error.code ?? '')
}

/** Returns the error for the log: a database's own messages are not for strangers. */
export function causeOf(error: unknown): unknown {
  const cause = error instanceof PolicyQuestionError ? error.cause : error
  return isAppError(cause) ? cause : databaseError(cause)
}
