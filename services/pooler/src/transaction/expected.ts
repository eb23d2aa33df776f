import { Fault, faultOf } from '../wire/fault.ts'
import type { Statement, There } from './server-statements.ts'
import type { Effect } from './statements.ts'

/** A query of the pooler itself. */
export interface OwnQuestion {
  /** It may fail: then the client's query behind it also fails, with the reason. */
  readonly mayFail?: true
  /** Called with each DataRow. */
  readonly onRow?: (row: Buffer) => void
  /** Called with what failed, null for nothing. */
  readonly onOver?: (fault: Fault | null) => void
}

/** A statement on the connection, with or without a name. */
export type Used = There & { readonly name?: string }

/** A request that was sent, or that we answer ourselves, and whose answer has not come yet. */
export interface Expected {
  readonly kind: 'parse' | 'bind' | 'describe' | 'execute' | 'close' | 'sync' | 'query' | 'function' | 'own'
  /** Answered by us, when its turn comes. */
  readonly answer?: Buffer
  /** Asked by us: the client is not told the answer. */
  readonly isOurs?: boolean
  readonly own?: OwnQuestion
  /** The client's statement, and as it is on the connection. */
  readonly statement?: Statement | undefined
  readonly there?: Used | undefined
  /** The client's name for it, and what had that name before it was closed. */
  readonly name?: string
  readonly previous?: Statement | undefined
  /** The error that replaces one with this code. */
  readonly told?: Fault
  /** Effect on the session. */
  readonly effect?: Effect | null
  /** Number of parsed statements when it was sent. */
  readonly parsesBefore?: number
  /** The client's statement that it deallocates. */
  readonly deallocated?: string
}

/** Errors that say what the client's name for a statement is, or what became of it, come of our names. */
export function isTold({ told, isOurs }: Expected, message: Buffer): boolean {
  const { sqlstate } = faultOf(message)
  return sqlstate === told!.sqlstate || (isOurs === true && (sqlstate === '42P05' || sqlstate === '42601'))
}

const codes = (types: string): readonly number[] => [...Buffer.from(types)]
/** The last message of each answer (PostgreSQL documentation, 54.2.3). */
export const completes: Readonly<Record<Expected['kind'], readonly number[]>> = {
  parse: codes('1'),
  bind: codes('2'),
  describe: codes('Tn'),
  execute: codes('CIs'),
  close: codes('3'),
  sync: codes('Z'),
  query: codes('Z'),
  function: codes('Z'),
  own: codes('Z'),
}

/** The words of Postgres for a name that the client has given to another statement. */
export function duplicate(name: string): Fault {
  return new Fault('42P05', `prepared statement "${Buffer.from(name, 'latin1').toString()}" already exists`)
}

/** For a statement that the client has not prepared. */
export function missing(name: string): Fault {
  const what = name === '' ? 'unnamed prepared statement' : `prepared statement "${Buffer.from(name, 'latin1').toString()}"`
  return new Fault('26000', `${what} does not exist`)
}

/** For a statement that would now take or return other types than described to its client. */
export const changed: Fault = new Fault('0A000', 'cached plan must not change result type')
