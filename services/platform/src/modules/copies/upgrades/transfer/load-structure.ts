import type { ClusterEndpoint } from '@colonnade/clusters'
import { type AppError, isAppError } from '@colonnade/core'
import { BatchError, databaseError, executeBatch } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { splitTexts } from '../../../data/queries/split-texts.ts'
import { type DumpedStatement, readDump } from './dumped-statements.ts'
import { prepareLoans } from './loans.ts'
import { asAdministrator, openAdministrator, openRole, type RoleConnection, type TransferClient } from './sides.ts'

/** Loads the structure of one database: each object is created by its owner, over the owner's connection, which can't become any other role. */
export interface StructureLoader extends AsyncDisposable {
  /**
   * Runs a dump.
   *
   * @throws RefusedStatement, or AppError when a connection is lost
   */
  load(dump: string): Promise<void>
  /** Gathers statistics of all tables, each as its owner, because index expressions and statistics objects run code. */
  analyze(): Promise<void>
  /** Revokes what was granted for the load. */
  settle(): Promise<void>
}

/** A statement that the new version rejects. */
export class RefusedStatement extends Error {
  readonly statement: string
  readonly error: AppError

  constructor(statement: string, error: AppError) {
    super(error.message, { cause: error })
    this.statement = statement
    this.error = error
  }
}

/** Most open connections of owners. */
const ownersMax = 8
const insufficientPrivilege = '42501'
/** Membership role of the database's owner; nobody signs in as it. */
const databaseOwner = 'pg_database_owner'

/**
 * Opens the loader of one database. Our superuser runs statements that only write the catalog (`readDump`); owners get missing privileges for the
 * duration of the load.
 *
 * @throws AppError
 */
export async function openStructureLoader(
  old: ClusterEndpoint,
  fresh: ClusterEndpoint,
  database: string,
  signal: AbortSignal,
): Promise<StructureLoader> {
  const administrator = await openAdministrator(fresh, database)
  const loans = await asAdministrator(old, database, (source) => prepareLoans(source, administrator))
  /** Least recently used first. */
  const open = new Map<string, RoleConnection>()
  let settings: string[] = []
  const connectionOf = async (role: string): Promise<RoleConnection> => {
    const known = open.get(role)
    open.delete(role)
    const connection = known ?? (await connect(role))
    open.set(role, connection)
    if (open.size > ownersMax) {
      const [[oldest, unused]] = open as unknown as [[string, RoleConnection]]
      open.delete(oldest)
      await unused.close()
    }
    return connection
  }
  const connect = async (role: string): Promise<RoleConnection> => {
    const connection = await openRole(fresh, database, role === databaseOwner ? await ownerOfDatabase() : role, '', role)
    for (const setting of settings) await send(connection, setting)
    return connection
  }
  const ownerOfDatabase = async (): Promise<string> => {
    const row = await administrator.first<{ owner: string }>(sql`
      select r.rolname as owner from pg_database d join pg_authid r on r.oid = d.datdba where d.datname = current_database()`)
    return row!.owner
  }
  const closeOwners = async (): Promise<void> => {
    const closing = [...open.values()]
    open.clear()
    await Promise.all(closing.map((connection) => connection.close()))
  }
  const run = async ({ text, runner }: DumpedStatement): Promise<void> => {
    if (runner.kind === 'owner') {
      const connection = await connectionOf(runner.role)
      try {
        return await send(connection, text)
      } catch (error) {
        if (!isAppError(error) || error.details['sqlstate'] !== insufficientPrivilege || !(await loans.lend())) throw error
        return await send(connection, text)
      }
    }
    await send(administrator, text)
    if (runner.kind === 'administrator') return
    settings.push(text)
    for (const connection of open.values()) await send(connection, text)
  }
  return {
    async load(dump) {
      const superusers = await administrator.rows<{ name: string }>(sql`select rolname as name from pg_authid where rolsuper`)
      settings = []
      loans.renew()
      // as long as the schema is, which its owner decides
      const commands = await splitTexts(`upgrade ${fresh.port}`, [dump], Number.POSITIVE_INFINITY)
      for (const statement of readDump(commands, new Set(superusers.map(({ name }) => name)))) {
        signal.throwIfAborted()
        try {
          await run(statement)
        } catch (error) {
          if (!isAppError(error) || error.details['sqlstate'] === undefined) throw error
          throw new RefusedStatement(statement.text, error)
        }
      }
      await closeOwners()
    },
    async analyze() {
      const owners = await administrator.rows<{ owner: string; is_super: boolean; tables: string }>(sql`
        select r.rolname as owner, r.rolsuper as is_super, string_agg(format('%I.%I', n.nspname, c.relname), ', ') as tables
        from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_authid r on r.oid = c.relowner
        where c.relkind in ('r', 'm', 'p') and c.relpersistence <> 't' and n.nspname not in ('information_schema', 'pg_toast') and not c.relisshared
        group by r.rolname, r.rolsuper`)
      for (const { owner, is_super: isSuper, tables } of owners) {
        signal.throwIfAborted()
        if (!isSuper) await loans.lend()
        await send(isSuper ? administrator : await connectionOf(owner), `analyze ${tables}`)
      }
      await closeOwners()
    },
    settle: () => loans.takeBack(),
    async [Symbol.asyncDispose]() {
      await closeOwners()
      await administrator.close()
    },
  }
}

/** Runs one statement; the server rejects text with more than one. @throws AppError */
async function send({ client }: TransferClient, statement: string): Promise<void> {
  try {
    await executeBatch(client, [{ text: statement, offset: 0, words: [] }], { rowLimit: 0, byteLimit: 0 })
  } catch (error) {
    throw databaseError(error instanceof BatchError ? error.cause : error)
  }
}
