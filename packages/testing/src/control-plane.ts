import { createDatabase, type Database, openDatabase } from '@colonnade/pg'
import { openTestHome, startServer, type TestHome } from './test-home.ts'

/** Real clusters in a folder of their own, and in one of them a database for the control plane. */
export interface TestGround extends TestHome {
  readonly database: Database
}

/** One for a test file; disposing of it stops and removes everything. */
export async function openTestGround(): Promise<TestGround> {
  const home = await openTestHome()
  const server = await startServer(home)
  await createDatabase(server, 'colonnade')
  const database = openDatabase({ ...server, database: 'colonnade', settings: { search_path: 'public' } })
  return {
    ...home,
    database,
    async [Symbol.asyncDispose]() {
      await database.close()
      await home[Symbol.asyncDispose]()
    },
  }
}
