import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'

/** Statuses of a replica as sentences have them, after “is”. */
const statusWords: Readonly<Record<ReplicaStatus, string>> = {
  COMING_UP: 'starting up',
  INIT_READ_REPLICA: 'being created',
  INIT_READ_REPLICA_FAILED: 'incomplete because its setup failed',
  ACTIVE_HEALTHY: 'active',
  UNHEALTHY: 'unhealthy',
  INACTIVE: 'paused',
  GOING_DOWN: 'being deleted',
}

/** Errors and notifications of read replicas. Programs find the status in the details of an error. */
export const messages = {
  notAvailable: (status: ReplicaStatus) => `The read replica is ${statusWords[status]}. Choose another database.`,
  tooMany: (most: number) => `A project can have ${most} read replicas. Delete one to create another.`,
  busy: 'You can’t do this while the replica is being changed or a replica is being promoted',
  restoring: 'A restore is replacing the project’s database. Wait until it has finished.',
  upgrading: 'The project is being upgraded. Wait until the upgrade has finished.',
  stopped: 'The replica’s database server stopped',
  tooFarBehind: 'The replica is too far behind the primary to catch up. Restart it to copy it again.',
  notice: {
    unhealthy: (project: string) => `A read replica of ${project} is unhealthy`,
    notCreated: (project: string) => `A read replica of ${project} couldn’t be created`,
    action: 'Open infrastructure',
  },
  promotion: {
    primaryStopped: 'The primary isn’t running, so it can’t send the latest writes to the replica',
    replicaIs: (status: ReplicaStatus) => `The replica is ${statusWords[status]}`,
    notStreaming: 'The replica isn’t streaming from the primary',
    confirmName: (name: string) => `To force the promotion, type the project’s name: ${name}`,
    notNow: (status: ReplicaStatus) => `The replica is ${statusWords[status]}. It can’t be promoted now.`,
    copying: 'Another replica is being copied from the primary. Wait until it’s ready, or delete it.',
    busy: 'You can’t promote a replica while the project is being changed',
  },
} as const
