import type { NotificationPriority } from '@colonnade/contracts/installation/notifications'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import type { Queryable } from '@colonnade/pg'
import { insertForMembers } from '../../installation/notifications/store.ts'
import type { ProjectRow } from './journal.ts'

interface Announcement {
  readonly priority: NotificationPriority
  readonly title: string
  readonly message: string
}

/** Tells an organization's members of the changes that matter to them, in the transaction of the change. */
export async function announce(tx: Queryable, project: ProjectRow, status: ProjectStatus, problem: string | null): Promise<void> {
  const announcement = announcementOf(project, status, problem)
  if (!announcement) return
  await insertForMembers(tx, {
    organizationId: project.organization_id,
    projectRef: project.ref,
    ...announcement,
    isSuccess: announcement.priority === 'Info',
    actions: status === 'REMOVED' ? [] : [{ label: 'Open project', action_type: 'open_project' }],
  })
}

function announcementOf(project: ProjectRow, status: ProjectStatus, problem: string | null): Announcement | null {
  const why = problem ?? 'No reason is known.'
  switch (status) {
    case 'ACTIVE_HEALTHY':
      return project.has_been_ready && project.status !== 'UNHEALTHY'
        ? null
        : {
            priority: 'Info',
            title: `${project.name} is ready`,
            message: project.has_been_ready ? 'It answers queries again.' : 'Its database answers queries.',
          }
    case 'INACTIVE':
      return { priority: 'Info', title: `${project.name} is paused`, message: 'Its data is kept. Restore it to use it again.' }
    case 'INIT_FAILED':
      return { priority: 'Critical', title: `${project.name} could not be created`, message: why }
    case 'UNHEALTHY':
      return { priority: 'Critical', title: `${project.name} ${project.sleep === 'waking' ? 'could not be woken' : 'is unhealthy'}`, message: why }
    case 'REMOVED':
      return {
        priority: 'Info',
        title: `${project.name} was deleted`,
        message: project.driver === 'external' ? 'Its database is untouched.' : 'Its data is gone.',
      }
    default:
      return null
  }
}
