import { type Fleet, isBootstrapped, type PromotionPlan, upgradeBootstrap } from '@colonnade/clusters'
import { isAppError, toAppError } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import { removeAllUnrecordedChanges } from '@colonnade/pg-meta/unrecorded-changes'
import { literal, sql } from '@colonnade/sql'
import type { Secrets } from '@colonnade/secrets'
import type { Offsite } from '../../copies/offsite/offsite.ts'
import type { StoredFiles } from '../../copies/stored-files/stored-files.ts'
import type { ProjectConnections } from '@colonnade/project-pool'
import type { AdminConnection } from './admin-connection.ts'
import type { Progress, ProjectRow } from './journal.ts'
import { readLogins } from './kept-logins.ts'
import type { Step } from './plan.ts'

/** What a step works with. */
export interface StepTools {
  readonly clusters: Fleet
  /** Connections for user queries. */
  readonly connections: ProjectConnections
  /** Name of the newest bootstrap migration: what every project's database should have. */
  readonly bootstrapVersion: string
  readonly admin: AdminConnection
  readonly secrets: Pick<Secrets, 'seal'>
  /** Wakes another project, and keeps it awake until the returned function is called. */
  readonly keepAwake: (ref: string) => Promise<() => void>
  readonly offsite: Pick<Offsite, 'putBackLostWal'>
  readonly storedFiles: Pick<StoredFiles, 'beforeStop' | 'forget'>
  /** Counts users whom usage doesn't know yet, while the server still runs. Never fails. */
  readonly collectActiveUsers: (ref: string) => Promise<void>
  /** Has change streams follow the database again, before waiting clients are let in. Never fails, and is always quick. */
  readonly followAwoken: (ref: string) => Promise<void>
  /** Deletes what other services store of a deleted project. */
  readonly forgetProject: (ref: string) => Promise<void>
  /** Aborts long work after a new request, or when the platform stops. */
  readonly signal: AbortSignal
}

/**
 * Runs each step, and returns what is then known to be done. Each one checks the current state first and is safe to repeat, because it can be
 * interrupted at any time.
 */
export const steps: Readonly<Record<Step, (tools: StepTools, project: ProjectRow) => Promise<Progress>>> = {
  async claim({ clusters }, { ref, driver, compute, postgres_version: version }) {
    await clusters.ensure(ref, { driver, compute, ...(version !== null && { version }) })
    return { compute_applied: compute }
  },
  /** Copies the current source: data of an earlier copy is discarded. */
  async copy({ clusters, keepAwake, signal }, { ref, compute, source_ref, with_data, copies_requested }) {
    const release = await keepAwake(source_ref!)
    try {
      await clusters.destroy(ref)
      const begin = performance.now()
      const { bytes, isShared } = await clusters.need(ref, 'copies').branch(ref, source_ref!, { compute }, { isWithData: with_data, signal })
      // durations improve the next estimate
      const cost = { copy_ms: Math.round(performance.now() - begin), copy_bytes: bytes, copy_is_shared: isShared }
      // it has its source's password, and its source's bootstrap migrations
      return { ...cost, compute_applied: compute, copies_done: copies_requested, bootstrap_applied: null, passwords_done: 0 }
    } finally {
      release()
    }
  },
  async resize({ clusters, signal }, { ref, compute }) {
    await clusters.need(ref, 'machine').resize(ref, compute, { signal })
    return { compute_applied: compute }
  },
  async restart({ clusters, signal }, { ref, restarts_requested }) {
    await clusters.need(ref, 'machine').restart(ref, { signal })
    return { restarts_done: restarts_requested }
  },
  async start({ clusters, admin, connections, signal }, { ref, driver }) {
    await clusters.start(ref, { signal })
    if (driver === 'external') return {}
    // the next steps need both, so they open during this one's write
    admin.warm()
    connections.warm(ref, 'owner')
    return {}
  },
  async bootstrap({ clusters, admin, bootstrapVersion }, { ref }) {
    if (!(await admin.use(isBootstrapped))) await upgradeBootstrap(await clusters.endpoint(ref))
    return { bootstrap_applied: bootstrapVersion }
  },
  async password({ admin, connections }, { ref, source_ref, password_verifier, passwords_requested, passwords_done }) {
    // a fresh copy shows schema changes made in its source without a migration
    const isFresh = source_ref !== null && passwords_done === 0
    await Promise.all([
      admin.use((client) => client.run(sql`alter role postgres password ${literal(password_verifier)}`)),
      isFresh && forgetUnrecorded(connections, ref),
    ])
    return { passwords_done: passwords_requested }
  },
  async verify({ clusters, connections }, { ref }) {
    // the first user query reuses this connection
    const lease = await connections.lease(ref, 'owner')
    const isClean = await lease.client.query('select 1').then(
      () => true,
      (error: unknown) => {
        lease.giveBack(false)
        throw databaseError(error)
      },
    )
    lease.giveBack(isClean)
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
  async stop({ clusters, storedFiles, collectActiveUsers }, { ref }) {
    await collectActiveUsers(ref)
    const keepListing = await storedFiles.beforeStop(ref)
    await clusters.stop(ref)
    await keepListing()
    return {}
  },
  async sleep({ clusters, admin, secrets, storedFiles, collectActiveUsers }, { ref }) {
    const { state } = await clusters.status(ref)
    // a server that can't report its logins is woken to check them
    const logins = state === 'running' ? await admin.use((client) => readLogins(client, secrets, ref)).catch(() => null) : undefined
    await collectActiveUsers(ref)
    const keepListing = await storedFiles.beforeStop(ref)
    await clusters.stop(ref)
    await keepListing()
    return { sleep: 'asleep', ...(logins !== undefined && { logins }) }
  },
  async wake({ clusters, followAwoken, signal }, { ref }) {
    await clusters.start(ref, { signal })
    await followAwoken(ref)
    const { version, address } = await clusters.status(ref)
    return { sleep: 'awake', db_version: version, db_host: address?.host ?? null, db_port: address?.port ?? null }
  },
  async fence({ clusters, signal }, project) {
    const { promotion } = project
    const plan = promotionPlan(project)
    try {
      await clusters.need(plan.primary, 'promotions').fence(plan, { signal })
    } catch (error) {
      signal.throwIfAborted()
      await clusters.need(plan.primary, 'promotions').release(plan)
      // the old database stays
      return { promotion: { id: plan.id, state: 'FAILED', problem: toAppError(error).message } }
    }
    return { promotion: { ...promotion!, state: 'FENCED' } }
  },
  async promote({ clusters, offsite, signal }, project) {
    const { promotion } = project
    const plan = promotionPlan(project)
    // it replaces a database that can't be read
    if (plan.isForced) await offsite.putBackLostWal(project.ref, await clusters.need(plan.primary, 'promotions').damagedWal(plan), signal)
    try {
      return { promotion: { ...promotion!, state: 'PROMOTED', ...(await clusters.need(plan.primary, 'promotions').promote(plan)) } }
    } catch (error) {
      // only until the two have switched
      if (!isAppError(error, 'replica_not_ready')) throw error
      await clusters.need(plan.primary, 'promotions').release(plan)
      return { promotion: { id: plan.id, state: 'FAILED', problem: error.message } }
    }
  },
  async rejoin({ clusters }, project) {
    const removed = await clusters.need(project.ref, 'promotions').rejoin(promotionPlan(project))
    return { promotion: { id: project.promotion!.id, state: 'DONE', copiedAnew: removed.length } }
  },
  async destroy({ clusters, forgetProject, storedFiles }, { ref }) {
    const backups = clusters.can(ref, 'backups')
    await clusters.destroy(ref)
    await backups?.removeAll(ref)
    await forgetProject(ref)
    await storedFiles.forget(ref)
    return {}
  },
}

/** Runs as the owner of the log. Failures of the list are ignored. */
async function forgetUnrecorded(connections: ProjectConnections, ref: string): Promise<void> {
  const lease = await connections.lease(ref, 'owner')
  lease.giveBack(
    await lease.client.query(removeAllUnrecordedChanges().sql).then(
      () => true,
      () => false,
    ),
  )
}

function promotionPlan({ ref, promotion, db_port: port }: ProjectRow): PromotionPlan {
  const { id, cluster_ref, is_forced } = promotion!
  return { primary: ref, replica: cluster_ref, id, isForced: is_forced, port }
}
