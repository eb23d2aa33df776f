import { type ClusterStatus, discardingArchiveCommand } from '@colonnade/clusters'
import type { ServiceHealth } from '@colonnade/contracts/projects/project-health'
import type { Project } from '@colonnade/contracts/projects/projects'
import { formatBytes, isAppError } from '@colonnade/core'
import { connectionsWarningShare, diskCriticalShare, diskWarningShare } from '../../../kernel/limits.ts'
import { isArchivingFailing, type Reading } from './readings.ts'

type State = ServiceHealth['status']
type Judgement = Pick<ServiceHealth, 'status' | 'message'>

/** What keeps a project from being asked, from its status and its cluster; null when there is nothing in the way. */
export function judgeCluster(
  { status: project, sleep }: Pick<Project, 'status' | 'sleep'>,
  cluster: Pick<ClusterStatus, 'state' | 'problem'>,
  problem: string | null,
): Judgement | null {
  if (sleep === 'waking') return judged('COMING_UP', 'The database server is waking up')
  if (sleep !== 'awake') return judged('NOT_RUNNING', 'The project is asleep: the first connection wakes it')
  const why = cluster.problem?.message ?? problem
  switch (project) {
    case 'COMING_UP':
    case 'RESTORING':
      return judged('COMING_UP', 'The database server is coming up')
    case 'UPGRADING':
      return judged('NOT_RUNNING', 'The project is being upgraded to a newer Postgres')
    case 'INIT_FAILED':
      return judged('UNHEALTHY', sentence(why ?? 'The project could not be created'))
    case 'PAUSING':
    case 'INACTIVE':
    case 'GOING_DOWN':
    case 'REMOVED':
      return judged('NOT_RUNNING', project === 'INACTIVE' ? 'The project is paused' : 'The database server is being stopped')
    case 'ACTIVE_HEALTHY':
    case 'UNHEALTHY':
      break
  }
  switch (cluster.state) {
    case 'running':
      return null
    case 'starting':
      return judged('COMING_UP', 'The database server is starting')
    case 'crashed':
      return judged('UNHEALTHY', sentence(`${why ?? 'The database server crashed'}; it is being started again`))
    case 'failed':
      return judged('UNHEALTHY', sentence(why ?? 'The database server does not start'))
    case 'absent':
      return judged('UNHEALTHY', sentence(why ?? 'The data directory of this project is missing'))
    case 'stopped':
    case 'stopping':
      return judged(project === 'UNHEALTHY' ? 'UNHEALTHY' : 'NOT_RUNNING', sentence(why ?? 'The database server does not run'))
  }
}

/** Services that a server in that state can't have. */
export function judgeUnasked({ status }: Judgement): Judgement {
  return judged(status, status === 'COMING_UP' ? 'None can be opened yet' : 'None can be opened')
}

/** A server that runs and gave no answer. `maxConnections`: those of the project's size. */
export function judgeFailure(error: unknown, maxConnections: number): { database: Judgement; connections: Judgement } {
  if (isAppError(error, 'too_many_connections')) {
    return {
      database: judged('UNHEALTHY', 'The database server runs, but has no connection left to answer on'),
      connections: judged('UNHEALTHY', `All ${maxConnections} connections are in use`),
    }
  }
  const message = isAppError(error, 'internal') || !(error instanceof Error) ? 'The database server did not answer' : error.message
  return { database: judged('UNHEALTHY', sentence(message)), connections: judged('UNHEALTHY', 'None could be opened') }
}

export function judgeConnections({
  connections,
  max_connections,
  reserved_connections,
}: Pick<Reading, 'connections' | 'max_connections' | 'reserved_connections'>): Judgement {
  const used = `${connections} of ${max_connections} connections in use`
  if (connections >= max_connections - reserved_connections) {
    return judged('UNHEALTHY', `None is free: ${used}, and ${reserved_connections} are kept for maintenance`)
  }
  return judged(connections >= max_connections * connectionsWarningShare ? 'WARNING' : 'HEALTHY', used)
}

/** Null where WAL is archived nowhere, so that there is nothing to be well or unwell. */
export function judgeArchiving(reading: Reading): Judgement | null {
  const { archived_seconds_ago: archived, archive_failed_seconds_ago: failed } = reading
  if (isArchivingFailing(reading) === true) {
    const last = archived === null ? 'none succeeded before' : `the last that succeeded was ${timeAgo(archived)}`
    return judged('WARNING', `The last attempt, ${timeAgo(failed!)}, failed; ${last}`)
  }
  if (reading.archive_command === discardingArchiveCommand) return null
  return judged('HEALTHY', archived === null ? 'No WAL had to be archived yet' : `The last WAL was archived ${timeAgo(archived)}`)
}

export function judgeDisk({ free, total }: { readonly free: number; readonly total: number }): Judgement {
  const share = total === 0 ? 0 : free / total
  const status: State = share < diskCriticalShare ? 'UNHEALTHY' : share < diskWarningShare ? 'WARNING' : 'HEALTHY'
  return judged(status, `${formatBytes(free)} of ${formatBytes(total)} are free (${percent(share)})`)
}

export function percent(share: number): string {
  return `${(share * 100).toFixed(share < 0.1 ? 1 : 0)} %`
}

/** "5 minutes ago". */
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
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`
}

function judged(status: State, message: string): Judgement {
  return { status, message }
}

/** One line without a full stop at its end. */
function sentence(text: string): string {
  return text.split('\n')[0]!.replace(/\.$/, '')
}
