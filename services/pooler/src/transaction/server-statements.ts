import { serverStatementsMax } from '../limits.ts'
import type { Effect } from './statements.ts'

/** A statement's parameter and result types as described by its server: null until described. */
export interface Described {
  parameters: string | null
  rows: string | null
}

/** A statement on a connection. */
export interface There extends Described {
  /** Which part of a pipeline, from one Sync to the next, it is parsed in; null once the server has said that it is there. */
  parsingIn: number | null
}

/** A statement parsed by a client. Its description must hold on every connection. */
export interface Statement extends Described {
  /** Its text and the types of its parameters, as they stand in the message. */
  readonly tail: Buffer
  /** Equal for equal tails; empty for the unnamed statement. */
  readonly hash: string
  /** Effect of each execution on the session. */
  readonly effect: Effect | null
  /** The settings under which it was parsed: constants and names in it depend on them. */
  settings: string
  /** Its place among all that were parsed. */
  readonly parsedAt: number
}

/** A statement as it is prepared on one connection. */
export interface ServerStatement extends There {
  readonly name: string
  readonly hash: string
  settings: string
  readonly parsedAt: number
}

let parses = 0

/** The next place in the order in which statements are parsed, on whichever connection. */
export function nextParse(): number {
  parses += 1
  return parses
}

/** Returns the number of statements parsed so far. */
export function parsesSoFar(): number {
  return parses
}

/** Returns true if a prepared statement matches the client's description; null while unknown. */
export function fits(there: Described, told: Described): boolean | null {
  const isSame = (own: string | null, known: string | null): boolean | null => (known === null ? true : own === null ? null : own === known)
  const [parameters, rows] = [isSame(there.parameters, told.parameters), isSame(there.rows, told.rows)]
  if (parameters === false || rows === false) return false
  return parameters === null || rows === null ? null : true
}

/** Returns names and types of the columns in a RowDescription (PostgreSQL documentation, 54.7), whatever format they come in. */
export function rowsIn(message: Buffer): string {
  let rows = ''
  // no table has so many columns that it is not whole
  if (message.length < 7) return rows
  let at = 7
  for (let count = message.readUInt16BE(5); count > 0; count -= 1) {
    const end = message.indexOf(0, at)
    // the name, and behind table, attribute: type, size and modifier
    rows += `${message.toString('latin1', at, end)}\0${message.readUInt32BE(end + 7)} ${message.readInt32BE(end + 13)}\0`
    at = end + 19
  }
  return rows
}

/** Returns the types in a ParameterDescription. */
export function parametersIn(message: Buffer): string {
  return message.toString('latin1', 5)
}

/** Statements prepared on one connection, under names of the pooler. Clients share equal statements. */
export class ServerStatements {
  readonly #statements = new Map<string, ServerStatement>()
  /** Unused names that the server still has. */
  #forgotten: string[] = []
  #count = 0

  /**
   * Returns one that does what the client's does: parsed under the same settings and not before it, since what is older may stand for tables that
   * have changed. It then counts as just used.
   */
  find({ hash, settings, parsedAt }: Statement): ServerStatement | undefined {
    const key = keyOf(hash, settings)
    const found = this.#statements.get(key)
    if (!found || found.parsedAt < parsedAt) return undefined
    this.#statements.delete(key)
    this.#statements.set(key, found)
    return found
  }

  /** One that is about to be prepared, and the names of those that make room. */
  add(hash: string, settings: string, parsedAt: number): { readonly statement: ServerStatement; readonly removed: readonly string[] } {
    this.#count += 1
    const key = keyOf(hash, settings)
    const replaced = this.#statements.get(key)
    if (replaced) this.remove(replaced)
    const [oldest] = this.#statements.values()
    if (this.#statements.size >= serverStatementsMax && oldest) this.remove(oldest)
    const statement = { name: `colonnade_${this.#count}`, hash, settings, parsedAt, parameters: null, rows: null, parsingIn: null }
    this.#statements.set(key, statement)
    const removed = this.#forgotten
    this.#forgotten = []
    return { statement, removed }
  }

  /** Nobody is led to it any longer. */
  remove(statement: ServerStatement): void {
    if (this.#statements.get(keyOf(statement.hash, statement.settings)) !== statement) return
    this.#statements.delete(keyOf(statement.hash, statement.settings))
    this.#forgotten.push(statement.name)
  }

  /** It was not prepared after all: there is nothing to close. */
  drop(statement: ServerStatement): void {
    this.remove(statement)
    this.#forgotten = this.#forgotten.filter((name) => name !== statement.name)
  }

  /** It was parsed under settings that nobody else has. */
  move(statement: ServerStatement, settings: string): void {
    if (this.#statements.get(keyOf(statement.hash, statement.settings)) !== statement) return
    this.#statements.delete(keyOf(statement.hash, statement.settings))
    statement.settings = settings
    this.#statements.set(keyOf(statement.hash, settings), statement)
  }

  /** The server has no statements. */
  get areNone(): boolean {
    return this.#statements.size === 0 && this.#forgotten.length === 0
  }

  /** The server has none of them any longer. */
  clear(): void {
    this.#statements.clear()
    this.#forgotten = []
  }
}

const keyOf = (hash: string, settings: string): string => `${hash}\n${settings}`

let unknown = 0

/** Stands for settings that are not known, and so are nobody else's. */
export function unknownSettings(): string {
  unknown += 1
  return `unknown ${unknown}`
}
