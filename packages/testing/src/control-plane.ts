import { createEmbeddedClusters, type Clusters } from '@colonnade/clusters'
import { silentLogger } from '@colonnade/core'
import { createDatabase, type Database, openDatabase } from '@colonnade/pg'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

/** Real clusters in a folder of their own, and in one of them a database for the control plane. */
export interface TestGround extends AsyncDisposable {
  readonly home: string
  readonly clusters: Clusters
  readonly database: Database
}

export interface TestGroundOptions {
  /** Ready copies of clusters to keep; none by default, since most test files make few projects. */
  readonly poolTarget?: number
  /** First of the loopback ports that clusters of this file may take: files that run side by side must not meet. */
  readonly firstPort: number
}

/** The engine and the template are made once for all test files of a user. */
export function testCacheDir(): string {
  return join(tmpdir(), `colonnade-test-cache-${userInfo().uid}`)
}

/** One for a test file; disposing of it stops and removes everything. */
export async function openTestGround(options: TestGroundOptions): Promise<TestGround> {
  const home = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  const clusters = createEmbeddedClusters({
    home,
    cacheDir: testCacheDir(),
    logger: silentLogger,
    poolTarget: options.poolTarget ?? 0,
    portRange: { first: options.firstPort, last: options.firstPort + 400 },
  })
  await clusters.open()
  await clusters.ensure('platform', { compute: 'nano' })
  await clusters.start('platform')
  const server = { ...(await clusters.endpoint('platform')), user: 'platform_admin' }
  await createDatabase({ ...server, database: 'postgres' }, 'colonnade')
  const database = openDatabase({ ...server, database: 'colonnade', settings: { search_path: 'public' } })
  return {
    home,
    clusters,
    database,
    async [Symbol.asyncDispose]() {
      await database.close()
      for (const ref of await clusters.list()) await clusters.destroy(ref)
      await clusters.close({ stopClusters: true })
      await rm(home, { recursive: true, force: true })
    },
  }
}
