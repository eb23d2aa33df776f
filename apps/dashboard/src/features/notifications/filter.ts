import type { Input } from '@colonnade/contracts/foundation/endpoint'
import type { NotificationPriority, NotificationQuery, NotificationStatus } from '@colonnade/contracts/installation/notifications'

export type Box = 'inbox' | 'archived'

/** What of a box is shown; empty lists leave everything in. */
export interface Filter {
  readonly isUnreadOnly: boolean
  readonly priorities: readonly NotificationPriority[]
  /** Slugs. */
  readonly organizations: readonly string[]
  /** Refs. */
  readonly projects: readonly string[]
}

export const noFilter: Filter = { isUnreadOnly: false, priorities: [], organizations: [], projects: [] }

/** The tab, and the filter that goes on with it: in the archive nothing is unread (spec §4). */
export function switchBox(box: Box, filter: Filter): Filter {
  return box === 'archived' ? { ...filter, isUnreadOnly: false } : filter
}

export function countFilters({ isUnreadOnly, priorities, organizations, projects }: Filter): number {
  return Number(isUnreadOnly) + priorities.length + organizations.length + projects.length
}

/** The part of the call's query that says which notifications. */
export function queryOf(box: Box, filter: Filter): Input<typeof NotificationQuery> {
  const inbox: NotificationStatus[] = filter.isUnreadOnly ? ['new'] : ['new', 'seen']
  return {
    status: box === 'archived' ? ['archived'] : inbox,
    ...(filter.priorities.length > 0 && { priority: [...filter.priorities] }),
    ...(filter.organizations.length > 0 && { org_slug: [...filter.organizations] }),
    ...(filter.projects.length > 0 && { project_ref: [...filter.projects] }),
  }
}
