import { noActivity, type RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import type { ProjectService } from '@colonnade/projects'
import { createPolicies, causeOf, PolicyQuestionError } from './authorizations/policies.ts'
import { serveBroadcasts } from './broadcasts/rest.ts'
import { createTables } from './changes/tables.ts'
import type { RealtimeContext } from './context.ts'
import { handshakeRefusals, joinRefusals } from './messages.ts'
import { activityOf } from './project/activity.ts'
import { createPartitions } from './project/partitions.ts'
import { createProjectDatabases } from './project/project-databases.ts'
import { createSockets } from './sockets/sockets.ts'
import { toAppError } from '@colonnade/core'

/** Broadcasts and presence of all projects. */
export interface RealtimeService extends AsyncDisposable {
  readonly serve: ProjectService
  /** Resolves once what is committed in a project that has woken is followed for those who listen, or soon anyway. */
  followAwoken(ref: string): Promise<void>
  /** Returns a project's current activity. Wakes no project. */
  activity(ref: string): RealtimeActivity
  /** Looks after the partitions of messages in all projects that are awake, as it does from time to time. */
  keepPartitions(): Promise<void>
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

export function createRealtimeService(context: RealtimeContext): RealtimeService {
  const partitions = createPartitions(context)
  const databases = createProjectDatabases(context, partitions)
  const tables = createTables(databases, () => context.clock.now())
  const realtime = { ...context, databases, policies: createPolicies(databases), tables }
  const sockets = createSockets(realtime)
  const headers = { 'content-type': 'application/json; charset=utf-8' }
  return {
    async serve(request, caller) {
      if (/^\/websocket\/?$/.test(request.path)) return sockets.connect(request, caller)
      const hub = await sockets.hub(caller.ref)
      if (hub === null) return { status: 404, headers, body: JSON.stringify({ message: handshakeRefusals.noProject }) }
      if (hub.settings.isSuspended) return { status: 403, headers, body: JSON.stringify({ message: handshakeRefusals.suspended }) }
      try {
        return await serveBroadcasts(realtime, hub, request, caller)
      } catch (error) {
        if (!(error instanceof PolicyQuestionError)) throw error
        context.logger.warn('policy not checked', { ref: caller.ref, error: toAppError(causeOf(error)) })
        return { status: 503, headers: { ...headers, 'retry-after': '5' }, body: JSON.stringify({ message: joinRefusals.connecting }) }
      }
    },
    async followAwoken(ref) {
      // messages sent earlier are in the default partition for a moment
      void partitions.keep(ref)
      await sockets.followAwoken(ref)
    },
    keepPartitions: () => partitions.round(),
    activity(ref) {
      const hub = sockets.find(ref)
      return hub === null ? noActivity : activityOf(hub, context.clock.now())
    },
    closeIdle: (ref) => databases.closeIdle(ref),
    async [Symbol.asyncDispose]() {
      await sockets[Symbol.asyncDispose]()
      await databases[Symbol.asyncDispose]()
      await partitions[Symbol.asyncDispose]()
    },
  }
}
