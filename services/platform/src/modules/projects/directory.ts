import { computeTable } from '@colonnade/clusters'
import type { ProjectStatus } from '@colonnade/contracts'
import type { PlatformContext } from '../../context.ts'
import { connectionsKeptBack } from '../../limits.ts'
import { loadProject } from './journal.ts'

/** Where a project's database is, for what leads clients there. */
export interface ProjectWay {
  readonly state: 'active' | 'asleep' | 'starting' | 'paused' | 'unhealthy'
  /** Where it asks for passwords; null while it has no address. */
  readonly address: { readonly host: string; readonly port: number } | null
  readonly limits: { readonly sessions: number }
}

export interface ProjectDirectory {
  /** null for a ref that no project has, or not any more. */
  resolve(ref: string): Promise<ProjectWay | null>
  /** Resolves when a project that should run has been brought there. */
  wake(ref: string): Promise<void>
}

const states: Readonly<Record<ProjectStatus, ProjectWay['state'] | null>> = {
  COMING_UP: 'starting',
  RESTORING: 'starting',
  ACTIVE_HEALTHY: 'active',
  PAUSING: 'paused',
  INACTIVE: 'paused',
  UNHEALTHY: 'unhealthy',
  INIT_FAILED: 'unhealthy',
  GOING_DOWN: null,
  REMOVED: null,
}

/** What the control plane knows, asked anew each time: a restart may change a project's address. */
export function createProjectDirectory({
  database,
  clusters,
  reconciler,
}: Pick<PlatformContext, 'database' | 'clusters' | 'reconciler'>): ProjectDirectory {
  return {
    async resolve(ref) {
      const project = await loadProject(database, ref)
      const state = project ? states[project.status] : null
      if (!project || state === null) return null
      const { address } = await clusters.status(ref)
      const { maxConnections } = computeTable[project.compute_applied ?? project.compute]
      return { state, address, limits: { sessions: maxConnections - connectionsKeptBack } }
    },
    async wake(ref) {
      reconciler.kick(ref)
      await reconciler.idle(ref)
    },
  }
}
