import { clientConfig, type ConnectionTarget } from '@colonnade/pg'
import pg from 'pg'
import { findSystemEngines, type RunningServer, startSystemServer } from './system-postgres.ts'
import { openTestHome, startServer } from './test-home.ts'

export type TestRow = { readonly [column: string]: unknown }

/** What runs SQL: one simple query, and the rows of its last statement that returned any. Integers and floats are numbers, json is parsed. */
export interface Runner {
  run(text: string): Promise<TestRow[]>
}

/** A database of a test's own, gone when it is disposed of. */
export interface TestDatabase extends Runner, AsyncDisposable {
  readonly name: string
  readonly major: number
  readonly target: ConnectionTarget
  /** The same on a connection of its own as another login role. */
  runAs(role: string, text: string): Promise<TestRow[]>
}

export interface TestServer extends AsyncDisposable {
  readonly major: number
  createDatabase(): Promise<TestDatabase>
}

/** A version that SQL can be tried on here; opening it starts a server. */
export interface TestVersion {
  readonly major: number
  open(): Promise<TestServer>
}

/** The version that projects get by default. */
export const newestVersion = ownVersion(18)

/** Every other version: the older one that Colonnade comes with, and what the machine has of 14 to 16. */
export async function otherVersions(): Promise<TestVersion[]> {
  const older = ownVersion(17)
  const engines = (await findSystemEngines()).filter(({ major }) => major !== older.major)
  const ofMachine = engines.map((engine): TestVersion => ({ major: engine.major, open: async () => serverOf(await startSystemServer(engine)) }))
  return [older, ...ofMachine]
}

function ownVersion(major: number): TestVersion {
  return { major, open: async () => serverOf(await openOwn(major)) }
}

async function openOwn(major: number): Promise<RunningServer> {
  const home = await openTestHome()
  const target = { ...(await startServer(home, { version: String(major) })), settings: { search_path: '"$user",public' } }
  return { major, target, [Symbol.asyncDispose]: () => home[Symbol.asyncDispose]() }
}

function serverOf(server: RunningServer): TestServer {
  let count = 0
  return {
    major: server.major,
    async createDatabase() {
      count += 1
      const name = `test_${process.pid}_${count}`
      await once(server.target, `create database ${name} template template0`)
      return openDatabase(server, name)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

async function openDatabase(server: RunningServer, name: string): Promise<TestDatabase> {
  const target = { ...server.target, database: name }
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  await client.connect()
  return {
    name,
    major: server.major,
    target,
    run: (text) => lastRows(client, text),
    runAs: (role, text) => once({ ...target, user: role }, text),
    async [Symbol.asyncDispose]() {
      await client.end()
      await once(server.target, `drop database ${name} with (force)`)
    },
  }
}

async function once(target: ConnectionTarget, text: string): Promise<TestRow[]> {
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  await client.connect()
  try {
    return await lastRows(client, text)
  } finally {
    await client.end()
  }
}

async function lastRows(client: pg.Client, text: string): Promise<TestRow[]> {
  const answer = (await client.query(text)) as pg.QueryResult<TestRow> | pg.QueryResult<TestRow>[]
  return [answer].flat().findLast((result) => result.fields.length > 0)?.rows ?? []
}

/** A text with the schema of what it answers, as pg-meta makes them. */
interface Readable<T> {
  readonly sql: string
  readonly zod: { parse(rows: unknown): T }
  readonly unpack?: (rows: readonly TestRow[]) => TestRow[]
}

/** The rows of a list, as its schema types them. */
export async function readList<T>(database: Runner, { sql, zod, unpack }: Readable<T>): Promise<T> {
  const rows = await database.run(sql)
  return zod.parse(unpack?.(rows) ?? rows)
}

/** The one row of a retrieval, or undefined. */
export async function readOne<T>(database: Runner, { sql, zod }: Readable<T>): Promise<T> {
  const rows = await database.run(sql)
  if (rows.length > 1) throw new Error(`One row was wanted, and there are ${rows.length}`)
  return zod.parse(rows[0])
}
