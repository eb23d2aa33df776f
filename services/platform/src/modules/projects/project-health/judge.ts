import { type ClusterStatus, discardingArchiveCommand } from '@colonnade/clusters'
import type { ServiceHealth } from '@colonnade/contracts/projects/project-health'
import type { Project } from '@colonnade/contracts/projects/projects'
import { formatBytes, isAppError } from '@colonnade/core'
import { connectionsWarningShare, diskCriticalShare, diskWarningShare } from '../../../kernel/limits.ts'
import { isArchivingFailing, type Reading } from './readings.ts'
import { healthText } from './messages.ts'

type State = ServiceHealth['status']
type Judgement = Pick<ServiceHealth, 'status' | 'message'>

/** Returns why a project’s database can’t be checked, from its status and its cluster; null when it can. */
export function judgeCluster(
  { status: project, sleep }: Pick<Project, 'status' | 'sleep'>,
  cluster: Pick<ClusterStatus, 'state' | 'problem'>,
  problem: string | null,
): Judgement | null {
  if (sleep === 'waking') return judged('COMING_UP', healthText.waking)
  if (sleep !== 'awake') return judged('NOT_RUNNING', healthText.asleep)
  const why = cluster.problem?.message ?? problem
  switch (project) {
    case 'COMING_UP':
    case 'RESTORING':
      return judged('COMING_UP', healthText.comingUp)
    case 'UPGRADING':
      return judged('NOT_RUNNING', healthText.upgrading)
    case 'INIT_FAILED':
      return judged('UNHEALTHY', sentence(why ?? healthText.notCreated))
    case 'PAUSING':
    case 'INACTIVE':
    case 'GOING_DOWN':
    case 'REMOVED':
      return judged('NOT_RUNNING', project === 'INACTIVE' ? healthText.paused : healthText.stopping)
    case 'ACTIVE_HEALTHY':
    case 'UNHEALTHY':
      break
  }
  switch (cluster.state) {
    case 'running':
      return null
    case 'starting':
      return judged('COMING_UP', healthText.starting)
    case 'crashed':
      return judged('UNHEALTHY', sentence(healthText.restarting(why ?? healthText.crashed)))
    case 'failed':
      return judged('UNHEALTHY', sentence(why ?? healthText.notStarted))
    case 'absent':
      return judged('UNHEALTHY', sentence(why ?? healthText.noDirectory))
    case 'stopped':
    case 'stopping':
      return judged(project === 'UNHEALTHY' ? 'UNHEALTHY' : 'NOT_RUNNING', sentence(why ?? healthText.notRunning))
  }
}

/** Judges services that a server in that state can’t offer. */
export function judgeUnasked({ status }: Judgement): Judgement {
  return judged(status, status === 'COMING_UP' ? healthText.noConnectionsYet : healthText.noConnections)
}

/** Judges a server that runs but didn’t answer. `maxConnections` is that of the project’s compute size. */
export function judgeFailure(error: unknown, maxConnections: number): { database: Judgement; connections: Judgement } {
  if (isAppError(error, 'too_many_connections')) {
    return {
      database: judged('UNHEALTHY', healthText.noneForHealth),
      connections: judged('UNHEALTHY', healthText.allInUse(maxConnections)),
    }
  }
  const message = isAppError(error, 'internal') || !(error instanceof Error) ? healthText.noAnswer : error.message
  return { database: judged('UNHEALTHY', sentence(message)), connections: judged('UNHEALTHY', healthText.noneOpened) }
}

export function judgeConnections({
  connections,
  max_connections,
  reserved_connections,
}: Pick<Reading, 'connections' | 'max_connections' | 'reserved_connections'>): Judgement {
  const used = healthText.inUse(connections, max_connections)
  if (connections >= max_connections - reserved_connections) {
    return judged('UNHEALTHY', healthText.noneFree(used, reserved_connections))
  }
  return judged(connections >= max_connections * connectionsWarningShare ? 'WARNING' : 'HEALTHY', used)
}

/** Judges WAL archiving; null when WAL isn’t archived. */
export function judgeArchiving(reading: Reading): Judgement | null {
  const { archived_seconds_ago: archived, archive_failed_seconds_ago: failed } = reading
  if (isArchivingFailing(reading) === true) {
    return judged('WARNING', healthText.archivingFails(timeAgo(failed!), archived === null ? null : timeAgo(archived)))
  }
  if (reading.archive_command === discardingArchiveCommand) return null
  return judged('HEALTHY', archived === null ? healthText.nothingToArchive : healthText.archived(timeAgo(archived)))
}

export function judgeDisk({ free, total }: { readonly free: number; readonly total: number }): Judgement {
  const share = total === 0 ? 0 : free / total
  const status: State = share < diskCriticalShare ? 'UNHEALTHY' : share < diskWarningShare ? 'WARNING' : 'HEALTHY'
  return judged(status, healthText.free(formatBytes(free), formatBytes(total), percent(share)))
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)}%`
}

/** Returns a time ago in words, such as "5 minutes ago". */
export function timeAgo(seconds: number): string {
  const whole = Math.max(0, Math.floor(seconds))
  const [count, unit] =
    whole < 60
      ? [whole, 'second']
      : whole < 3_600
        ? [Math.floor(whole / 60), 'minute']
        : whole < 86_400
          ? [Math.floor(whole / 3_600), 'hour']
          : [Math.floor(whole / 86_400), 'day']
  return healthText.ago(count, unit)
}

function judged(status: State, message: string): Judgement {
  return { status, message }
}

/** Returns the first line, without a full stop at its end. */
function sentence(text: string): string {
  return text.split('\n')[0]!.replace(/\.$/, '')
}
