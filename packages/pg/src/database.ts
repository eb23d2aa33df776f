import { type Fragment, toQuery } from '@colonnade/sql'
import pg from 'pg'
import { clientConfig, type ConnectionTarget } from './connection.ts'
import { databaseError } from './sqlstate.ts'

export type Row = { readonly [column: string]: unknown }

/** What a store is given: something that runs SQL, be it a pool or a transaction. Errors are AppErrors (see `databaseError`). */
export interface Queryable {
  /** All rows. */
  rows<R extends object = Row>(statement: Fragment): Promise<R[]>
  /** The first row, if there is one. */
  first<R extends object = Row>(statement: Fragment): Promise<R | undefined>
  /** How many rows the statement touched. */
  run(statement: Fragment): Promise<number>
}

/** A transaction; `afterCommit` work runs only once it is durable. */
export interface Transaction extends Queryable {
  afterCommit(action: () => void): void
}

/** A pool of connections to one database. */
export interface Database extends Queryable, AsyncDisposable {
  readonly target: ConnectionTarget
  /** For libraries that bring their own SQL. */
  readonly pool: pg.Pool
  /** Runs the work in one transaction: committed when it resolves, rolled back when it throws. */
  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Calls the listener for every NOTIFY on the channel, reconnecting when the connection is lost (`onReconnect` then says that some may have been missed). */
  listen(channel: string, listener: (payload: string) => void, onReconnect?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Most connections at once; 10 by default. */
  readonly maxConnections?: number
  /** Milliseconds until an unused connection is closed; 10,000 by default. */
  readonly idleTimeoutMs?: number
  /** Each connection keeps the plans of the statements that it has run, for those who run the same few again and again. */
  readonly keepsPlans?: boolean
}

/** Opens a connection pool, which connects when first needed. */
export function openDatabase(target: ConnectionTarget, options: DatabaseOptions = {}): Database {
  const pool = new pg.Pool({
    ...clientConfig(target),
    max: options.maxConnections ?? 10,
    idleTimeoutMillis: options.idleTimeoutMs ?? 10_000,
    allowExitOnIdle: true,
  })
  // an idle connection that breaks is replaced by the pool; the next user of a broken one gets the error itself
  pool.on('error', () => {})
  // one that is lost between two statements of a transaction says so in an event that would else end the process; the next statement fails
  pool.on('connect', (client) => void client.on('error', () => {}))
  const nameOf = options.keepsPlans === true ? createStatementNames() : noNames
  const listeners = new Set<() => Promise<void>>()
  const close = async (): Promise<void> => {
    await Promise.all([...listeners].map((stop) => stop()))
    if (!pool.ended) await pool.end()
  }
  return {
    target,
    pool,
    ...queryable(pool, nameOf),
    transaction: (work) => inTransaction(pool, work, nameOf),
    async listen(channel, listener, onReconnect) {
      const stop = await openListener(target, channel, listener, onReconnect ?? (() => {}))
      const remove = async (): Promise<void> => {
        listeners.delete(remove)
        await stop()
      }
      listeners.add(remove)
      return remove
    },
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Opens one connection, runs the work, closes it. */
export async function withClient<T>(target: ConnectionTarget, work: (client: Queryable & { client: pg.Client }) => Promise<T>): Promise<T> {
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  try {
    await client.connect()
    return await work({ ...queryable(client), client })
  } catch (error) {
    throw databaseError(error)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The name under which connections keep a statement's plan; undefined for none. */
type StatementNames = (text: string) => string | undefined

const noNames: StatementNames = () => undefined

/** Statements whose plans a connection keeps: all further ones are planned each time. */
const keptStatementsMost = 300

function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known !== undefined || names.size >= keptStatementsMost) return known
    const name = `kept_${names.size}`
    names.set(text, name)
    return name
  }
}

/** Runs fragments on a connection of `pg`. */
export function queryable(on: Pick<pg.Client, 'query'> | Pick<pg.Pool, 'query'>, nameOf: StatementNames = noNames): Queryable {
  const send = async (statement: Fragment): Promise<pg.QueryResult> => {
    const { text, values } = toQuery(statement)
    try {
      // without values the simple protocol is used, which takes several statements in one text
      const result: pg.QueryResult | pg.QueryResult[] =
        values.length === 0 ? await on.query(text) : await on.query({ name: nameOf(text), text, values: [...values] })
      return Array.isArray(result) ? (result.findLast((each) => each.fields.length > 0) ?? result.at(-1)!) : result
    } catch (error) {
      throw databaseError(error)
    }
  }
  return {
    rows: async <R extends object>(statement: Fragment) => (await send(statement)).rows as R[],
    first: async <R extends object>(statement: Fragment) => (await send(statement)).rows[0] as R | undefined,
    run: async (statement) => (await send(statement)).rowCount ?? 0,
  }
}

async function inTransaction<T>(pool: pg.Pool, work: (tx: Transaction) => Promise<T>, nameOf: StatementNames): Promise<T> {
  const client = await pool.connect().catch((error: unknown) => {
    throw databaseError(error)
  })
  const after: Array<() => void> = []
  let broken: Error | undefined
  try {
    await client.query('begin')
    const result = await work({ ...queryable(client, nameOf), afterCommit: (action) => void after.push(action) })
    const committed = await client.query('commit')
    // after an error Postgres answers COMMIT with ROLLBACK and no error of its own
    if (committed.command !== 'COMMIT') throw new Error('The transaction was rolled back')
    for (const action of after) action()
    return result
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => void (broken = failure))
    throw databaseError(error)
  } finally {
    client.release(broken)
  }
}

async function openListener(
  target: ConnectionTarget,
  channel: string,
  listener: (payload: string) => void,
  onReconnect: () => void,
): Promise<() => Promise<void>> {
  let stopped = false
  let current: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const client = new pg.Client(clientConfig({ ...target, applicationName: 'colonnade-listen' }))
    client.on('error', () => {})
    client.on('end', () => {
      if (!stopped && current === client) reconnect()
    })
    client.on('notification', (message) => listener(message.payload ?? ''))
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    current = client
  }
  const reconnect = (): void => {
    current = undefined
    retry = setTimeout(() => void connect().then(onReconnect, reconnect), 250)
    retry.unref()
  }
  await connect().catch((error: unknown) => {
    throw databaseError(error)
  })
  return async () => {
    stopped = true
    clearTimeout(retry)
    await current?.end()
  }
}
