import { afterAll, beforeAll, inject } from 'vitest'
import { newestVersion, otherVersions, type TestDatabase, type TestServer, type TestVersion } from './sql-servers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Whether this run is one of `npm test -- --all-versions`. */
    allVersions: boolean
  }
}

/** The versions to test on, the newest first: `describe.each(await testVersions())('Postgres $major', …)`. The others only with `--all-versions`. */
export async function testVersions(): Promise<TestVersion[]> {
  return inject('allVersions') ? [newestVersion, ...(await otherVersions())] : [newestVersion]
}

/** A database and the server that it is on. */
export interface UsedDatabase extends Omit<TestDatabase, typeof Symbol.asyncDispose> {
  readonly server: TestServer
}

/**
 * The database of a `describe` block: opened on a server of its own before the block's tests, with what `setUp` makes, and removed after
 * them.
 */
export function useDatabase(version: TestVersion, setUp = ''): UsedDatabase {
  let opened: { readonly server: TestServer; readonly database: TestDatabase } | undefined
  const open = (): NonNullable<typeof opened> => {
    if (opened === undefined) throw new Error('The database is there in tests and their hooks only')
    return opened
  }
  beforeAll(async () => {
    const server = await version.open()
    opened = { server, database: await server.createDatabase() }
    if (setUp !== '') await opened.database.run(setUp)
  })
  afterAll(async () => {
    await opened?.database[Symbol.asyncDispose]()
    await opened?.server[Symbol.asyncDispose]()
  })
  return {
    major: version.major,
    get name() {
      return open().database.name
    },
    get target() {
      return open().database.target
    },
    get server() {
      return open().server
    },
    run: (text) => open().database.run(text),
    runAs: (role, text) => open().database.runAs(role, text),
  }
}
