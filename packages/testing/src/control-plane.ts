import { createEmbeddedClusters, type EmbeddedClusters } from '@colonnade/clusters'
import { silentLogger } from '@colonnade/core'
import { createDatabase, type Database, openDatabase } from '@colonnade/pg'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { reservePorts } from './reserve-ports.ts'

/** Real clusters in a folder of their own, and in one of them a database for the control plane. */
export interface TestGround extends AsyncDisposable {
  readonly home: string
  readonly clusters: EmbeddedClusters
  readonly database: Database
}

export interface TestGroundOptions {
  /** Ready copies of clusters to keep; none by default, since most test files make few projects. */
  readonly poolTarget?: number
}

/** The engine and the template are made once for all test files of a user. */
export function testCacheDir(): string {
  return join(tmpdir(), `colonnade-test-cache-${userInfo().uid}`)
}

/** One for a test file; disposing of it stops and removes everything. */
export async function openTestGround({ poolTarget = 0 }: TestGroundOptions = {}): Promise<TestGround> {
  const home = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  const ports = await reservePorts()
  const clusters = createEmbeddedClusters({
    home,
    cacheDir: testCacheDir(),
    logger: silentLogger,
    poolTarget,
    portRange: ports.range,
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
      for (const ref of await clusters.machine.list()) await clusters.destroy(ref)
      await clusters.close({ stopClusters: true })
      await ports.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}
