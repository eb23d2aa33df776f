import type { NotificationPriority } from '@colonnade/contracts/installation/notifications'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import type { Queryable } from '@colonnade/pg'
import type { Outcome } from '../../installation/notifications/outcomes.ts'
import { insertForMembers } from '../../installation/notifications/store.ts'
import type { ProjectRow } from './journal.ts'
import { noticeText } from './messages.ts'

interface Announcement {
  readonly priority: NotificationPriority
  readonly title: string
  readonly message: string
  /** null for what went wrong. */
  readonly outcome: Outcome | null
}

/** Notifies an organization’s members of a project’s status changes, in the transaction of the change. */
export async function announce(tx: Queryable, project: ProjectRow, status: ProjectStatus, problem: string | null): Promise<void> {
  const announcement = announcementOf(project, status, problem)
  if (!announcement) return
  await insertForMembers(tx, {
    organizationId: project.organization_id,
    projectRef: project.ref,
    ...announcement,
    actions: status === 'REMOVED' ? [] : [{ label: noticeText.openProject, action_type: 'open_project' }],
  })
}

function announcementOf(project: ProjectRow, status: ProjectStatus, problem: string | null): Announcement | null {
  const why = problem ?? noticeText.noReason
  switch (status) {
    case 'ACTIVE_HEALTHY':
      return project.has_been_ready && project.status !== 'UNHEALTHY'
        ? null
        : {
            priority: 'Info',
            outcome: project.status === 'UNHEALTHY' ? 'project_recovered' : 'project_ready',
            title: noticeText.ready.title(project.name),
            message: project.has_been_ready ? noticeText.ready.again : noticeText.ready.first,
          }
    case 'INACTIVE':
      return { priority: 'Info', outcome: 'project_paused', title: noticeText.paused.title(project.name), message: noticeText.paused.message }
    case 'INIT_FAILED':
      return { priority: 'Critical', outcome: null, title: noticeText.notCreated(project.name), message: why }
    case 'UNHEALTHY':
      return {
        priority: 'Critical',
        outcome: null,
        title: (project.sleep === 'waking' ? noticeText.notWoken : noticeText.unhealthy)(project.name),
        message: why,
      }
    case 'REMOVED':
      return {
        priority: 'Info',
        outcome: 'project_removed',
        title: noticeText.deleted.title(project.name),
        message: project.driver === 'external' ? noticeText.deleted.external : noticeText.deleted.message,
      }
    default:
      return null
  }
}
