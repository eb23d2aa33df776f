import type { AuditEvent } from '@colonnade/contracts/foundation/endpoint'

/**
 * What members are notified of when it ends well, each with the audited actions that end in it. The person who asked for one sees the end on the
 * page, so they aren't notified of it. An action that is still under way when it is answered is listed here, or notifies nobody of its success.
 */
export const outcomes = {
  project_ready: [
    'project.created',
    'project.connected',
    'project.reconnected',
    'project.restored',
    'project.restarted',
    'project.resized',
    'project.woken',
    'project.upgrade_begun',
    'branch.created',
    'branch.reset',
    'backup.restored',
    'replica.promoted',
  ],
  // a server that crashes soon after one of the actions above has not crashed because of it
  project_recovered: ['project.restored', 'project.restarted'],
  project_paused: ['project.paused'],
  project_removed: ['project.removed', 'branch.removed'],
  project_replaced: ['backup.restored'],
  project_upgraded: ['project.upgrade_begun'],
  recovery_works: ['backup.pitr_changed', 'backup.created', 'backup.archive_read'],
  replica_promoted: ['replica.promoted'],
  domain_found: ['project.domain_claimed', 'project.domain_checked'],
  domain_back: ['project.domain_checked'],
} as const satisfies Readonly<Record<string, readonly AuditEvent[]>>

export type Outcome = keyof typeof outcomes
