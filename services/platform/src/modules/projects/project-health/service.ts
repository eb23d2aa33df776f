import { computeTable } from '@colonnade/clusters'
import { type ActivitySample, healthServices, type ServiceHealth } from '@colonnade/contracts/projects/project-health'
import { healthDeadlineMs } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { retrieveProject } from '../projects/store.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import * as judge from './judge.ts'
import { readRemoteServer, type Reading, readServer } from './readings.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { healthText } from './messages.ts'

type Judgement = Pick<ServiceHealth, 'status' | 'message'>
type Judgements = Partial<Record<ServiceHealth['id'], Judgement | null>>

/** Returns the current health of each service, without those that don't apply. Returns soon, whatever the project's state. */
export async function retrieveHealth(ctx: Context, { ref }: ProjectScope): Promise<ServiceHealth[]> {
  const [server, disk] = await Promise.all([askProject(ctx, ref), diskOf(ctx, ref)])
  const found: Judgements = { ...server, disk }
  return healthServices.flatMap(({ id }) => {
    const judgement = found[id]
    return judgement ? [{ id, ...judgement }] : []
  })
}

export function listSamples(ctx: Context, { ref }: ProjectScope, { minutes }: { minutes: number }): Promise<ActivitySample[]> {
  return store.listSamples(ctx.database, ref, new Date(ctx.clock.now() - minutes * 60_000))
}

/** Null for an external server, or if the volume can't be read. */
async function diskOf({ clusters }: Context, ref: string): Promise<Judgement | null> {
  const machine = clusters.can(ref, 'machine')
  return machine === undefined ? null : machine.volume().then(judge.judgeDisk, () => null)
}

async function askProject(ctx: Context, ref: string): Promise<Judgements> {
  const [project, cluster] = await Promise.all([retrieveProject(ctx.database, ref), ctx.clusters.status(ref)])
  const stopped = judge.judgeCluster(project, cluster, project.problem?.message ?? null)
  if (stopped) return { database: stopped, connections: judge.judgeUnasked(stopped) }
  const startedAt = performance.now()
  try {
    const question = { ref, deadlineMs: healthDeadlineMs }
    const isRunHere = project.driver === 'embedded'
    const reading = await askServer(ctx.clusters, question, isRunHere ? readServer : readRemoteServer)
    const tookMs = Math.max(1, Math.round(performance.now() - startedAt))
    return {
      database: { status: 'HEALTHY', message: healthText.answered(tookMs) },
      connections: judge.judgeConnections(reading),
      ...(isRunHere && { archiving: judge.judgeArchiving(reading as Reading) }),
    }
  } catch (error) {
    return judge.judgeFailure(error, computeTable[project.compute].maxConnections)
  }
}
