import { randomBytes } from 'node:crypto'
import { type Database, openDatabase, withClient } from '@colonnade/pg'
import { ident, sql } from '@colonnade/sql'
import { inject } from 'vitest'
import './server.ts'

const prepared = 'control_plane'
const unfinished = 'control_plane_unfinished'
/** The key of the advisory lock of those who prepare it. */
const preparing = 1

/**
 * Opens a database for a control plane, on the server that all test files share. It is a copy of one that `prepare` has run on, once for all
 * files; closing it drops it.
 */
export async function openControlDatabase(prepare: (database: Database) => Promise<unknown>): Promise<Database> {
  const server = inject('controlServer')
  const name = `control_plane_${randomBytes(6).toString('hex')}`
  const open = (database: string): Database => openDatabase({ ...server, database, settings: { search_path: 'public' } })
  await withClient(server, async (client) => {
    await client.run(sql`select pg_advisory_lock(${preparing}::int)`)
    if (!(await client.first(sql`select from pg_database where datname = ${prepared}`))) {
      await client.run(sql`drop database if exists ${ident(unfinished)} with (force)`)
      await client.run(sql`create database ${ident(unfinished)}`)
      const database = open(unfinished)
      await prepare(database).finally(() => database.close())
      await client.run(sql`alter database ${ident(unfinished)} rename to ${ident(prepared)}`)
    }
    await client.run(sql`select pg_advisory_unlock(${preparing}::int)`)
    await client.run(sql`create database ${ident(name)} template ${ident(prepared)}`)
  })
  const database = open(name)
  const close = async (): Promise<void> => {
    await database.close()
    await withClient(server, (client) => client.run(sql`drop database if exists ${ident(name)} with (force)`))
  }
  return { ...database, close, [Symbol.asyncDispose]: close }
}
