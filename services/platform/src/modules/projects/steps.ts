import { type Clusters, upgradeBootstrap } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import { literal, sql } from '@colonnade/sql'
import type { ProjectRow, Progress } from './journal.ts'
import type { Step } from './plan.ts'

/** Our own superuser inside each cluster; only the platform's socket lets it in. */
const administrator = { user: 'platform_admin', database: 'postgres' }

/**
 * What each step does, and what it then knows to be done. Every one looks at the world first and may be repeated: it can be cut
 * off at any instant and is then simply run again.
 */
export const steps: Readonly<Record<Step, (clusters: Clusters, project: ProjectRow, bootstrapVersion: string) => Promise<Progress>>> = {
  async claim(clusters, { ref, compute }) {
    await clusters.ensure(ref, { compute })
    return { compute_applied: compute }
  },
  async resize(clusters, { ref, compute }) {
    await clusters.resize(ref, compute)
    return { compute_applied: compute }
  },
  async restart(clusters, { ref, restarts_requested }) {
    await clusters.restart(ref)
    return { restarts_done: restarts_requested }
  },
  async start(clusters, { ref }) {
    await clusters.start(ref)
    return {}
  },
  async bootstrap(clusters, { ref }, bootstrapVersion) {
    await upgradeBootstrap(await clusters.endpoint(ref))
    return { bootstrap_applied: bootstrapVersion }
  },
  async password(clusters, { ref, password_verifier, passwords_requested }) {
    const endpoint = await clusters.endpoint(ref)
    await withClient({ ...endpoint, ...administrator }, (client) => client.run(sql`alter role postgres password ${literal(password_verifier)}`))
    return { passwords_done: passwords_requested }
  },
  async verify(clusters, { ref }) {
    const endpoint = await clusters.endpoint(ref)
    await withClient({ ...endpoint, user: 'postgres', database: 'postgres' }, (client) => client.first(sql`select 1`))
    const { version, address } = await clusters.status(ref)
    return {
      status: 'ACTIVE_HEALTHY',
      db_version: version,
      db_host: address?.host ?? null,
      db_port: address?.port ?? null,
      problem: null,
      isReady: true,
    }
  },
  async stop(clusters, { ref }) {
    await clusters.stop(ref)
    return {}
  },
  async destroy(clusters, { ref }) {
    await clusters.destroy(ref)
    return {}
  },
}
