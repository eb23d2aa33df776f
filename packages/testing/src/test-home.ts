import { type ClusterSpec, createEmbeddedClusters, type EmbeddedClusters, type EmbeddedClustersOptions } from '@colonnade/clusters'
import { silentLogger } from '@colonnade/core'
import type { ConnectionTarget } from '@colonnade/pg'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { reservePorts } from './reserve-ports.ts'

/** Real clusters in a folder of their own. */
export interface TestHome extends AsyncDisposable {
  readonly home: string
  readonly clusters: EmbeddedClusters
}

export interface TestHomeOptions {
  /** Ready copies of clusters to keep; none by default, since most test files make few projects. */
  readonly poolTarget?: number
  readonly patience?: EmbeddedClustersOptions['patience']
}

/** The engine and the template are made once for all test files of a user. */
export function testCacheDir(): string {
  return join(tmpdir(), `colonnade-test-cache-${userInfo().uid}`)
}

/** Opens an empty home; disposing of it stops and removes everything. */
export async function openTestHome({ poolTarget = 0, patience = {} }: TestHomeOptions = {}): Promise<TestHome> {
  const home = await mkdtemp(join(tmpdir(), 'colonnade-test-'))
  const ports = await reservePorts()
  const clusters = createEmbeddedClusters({
    home,
    cacheDir: testCacheDir(),
    logger: silentLogger,
    poolTarget,
    portRange: ports.range,
    patience,
  })
  await clusters.open()
  return {
    home,
    clusters,
    async [Symbol.asyncDispose]() {
      const refs = await clusters.machine.list()
      await Promise.all(refs.map((ref) => clusters.destroy(ref)))
      await clusters.close({ stopClusters: true })
      await ports.release()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Starts the control plane's cluster of a home. Returns its database `postgres`, as a superuser. */
export async function startServer({ clusters }: TestHome, spec: Partial<ClusterSpec> = {}): Promise<ConnectionTarget> {
  await clusters.ensure('platform', { compute: 'nano', ...spec })
  await clusters.start('platform')
  return { ...(await clusters.endpoint('platform')), user: 'supabase_admin', database: 'postgres' }
}
