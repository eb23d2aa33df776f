import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { commaList, page, QueryInteger, Text, Timestamp } from '../foundation/values.ts'

/** Spec §9. */
export const notificationsPageSize = 10

export const notificationStatuses = ['new', 'seen', 'archived'] as const
export const NotificationStatus = z.enum(notificationStatuses)
export type NotificationStatus = z.infer<typeof NotificationStatus>

/** Spec §3 defines Warning and Critical; Info is everything else. */
export const notificationPriorities = ['Info', 'Warning', 'Critical'] as const
export const NotificationPriority = z.enum(notificationPriorities)
export type NotificationPriority = z.infer<typeof NotificationPriority>

/**
 * Target of a notification: an external URL or a dashboard page. `open_project`, `open_advice`, `open_backups`, `open_recovery`, `open_branches`,
 * `open_infrastructure` and `open_domain` use `data.project_ref`; `open_documents`, `open_organization` (its settings), `open_integrations` and
 * `open_billing` use `data.org_slug`. `open_installation` and `open_inbox` (feedback and tickets) are for the installation's owner, `open_tickets` for
 * everyone's own tickets.
 */
export const notificationActionTypes = [
  'open_project',
  'open_advice',
  'open_backups',
  'open_recovery',
  'open_branches',
  'open_infrastructure',
  'open_domain',
  'open_inbox',
  'open_tickets',
  'open_documents',
  'open_organization',
  'open_integrations',
  'open_billing',
  'open_installation',
] as const
export const NotificationAction = z.object({
  label: z.string(),
  url: z.string().optional(),
  action_type: z.enum(notificationActionTypes).optional(),
})

export const Notification = z.object({
  id: z.uuid(),
  status: NotificationStatus,
  priority: NotificationPriority,
  inserted_at: Timestamp,
  data: z.object({
    title: z.string(),
    /** Times in the text always have the format "2026-01-31 12:00:05 UTC". */
    message: z.string(),
    project_ref: z.string().nullable(),
    org_slug: z.string().nullable(),
    actions: z.array(NotificationAction),
  }),
})
export type Notification = z.infer<typeof Notification>

export const NotificationSummary = z.object({
  unread_count: z.number().int(),
  has_warning: z.boolean(),
  has_critical: z.boolean(),
})
export type NotificationSummary = z.infer<typeof NotificationSummary>

export const NotificationQuery = z.object({
  offset: QueryInteger.min(0).default(0),
  limit: QueryInteger.min(1).max(100).default(notificationsPageSize),
  status: commaList(NotificationStatus).default(['new', 'seen']),
  priority: commaList(NotificationPriority).optional(),
  org_slug: commaList(Text(48)).optional(),
  project_ref: commaList(Text(40)).optional(),
})

/** Archived notifications can return to seen, but never to new (spec §4). */
export const NotificationChange = z.object({
  id: z.uuid(),
  status: z.enum(['seen', 'archived']),
  /** Changes only notifications with this status, so that a concurrent archive isn't undone. */
  if_status: NotificationStatus.optional(),
})
export type NotificationChange = z.infer<typeof NotificationChange>

/** Spec §7: the header `Version: 2`. */
export const Version2 = z.object({ version: z.literal('2', 'Send the header Version: 2') })

export const notifications = resource('/platform/notifications', {
  list: get('/', {
    summary: 'List your notifications, newest first',
    auth: 'user',
    headers: Version2,
    query: NotificationQuery,
    reply: page(Notification),
  }),
  summary: get('/summary', { summary: 'Retrieve the number and priority of unread notifications', auth: 'user', reply: NotificationSummary }),
  events: get('/events', {
    summary: 'Stream the summary: once at the start, then whenever the list or the desired state of a visible project changes',
    auth: 'user',
    stream: true,
    reply: NotificationSummary,
  }),
  update: patch('/', {
    summary: 'Mark notifications as seen or archived, all or none',
    auth: 'user',
    headers: Version2,
    body: z.array(NotificationChange).min(1).max(100),
    reply: z.array(Notification),
    errors: ['notification_not_found'],
  }),
  archiveAll: patch('/archive-all', {
    summary: 'Archive all notifications',
    auth: 'user',
    headers: Version2,
    reply: z.object({ archived: z.number().int() }),
  }),
})
