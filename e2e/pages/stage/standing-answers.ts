import { lints } from '@colonnade/contracts/data/lints'
import { health } from '@colonnade/contracts/installation/health'
import { type Notification, notifications, type NotificationSummary } from '@colonnade/contracts/installation/notifications'
import { organizations } from '@colonnade/contracts/organizations/organizations'
import { usage } from '@colonnade/contracts/organizations/usage'
import { sessions, setup } from '@colonnade/contracts/people/sessions'
import { projectHealth } from '@colonnade/contracts/projects/project-health'
import { organizationProjects, projects } from '@colonnade/contracts/projects/projects'
import { sleeps } from '@colonnade/contracts/projects/sleeps'
import { AppError } from '@colonnade/core'
import { answer, type Answers } from './answers.ts'
import { longAgo, type World } from './world.ts'

/** Answers to what every page asks, made of the world as it is at that moment. A page that asks for more is answered by its test. */
export const standingAnswers: Answers = new Map([
  answer(health.retrieve, () => ({ status: 'ok', version: '0.1.0' })),
  answer(setup.status, () => ({ needs_owner: false, can_reset_password: false, can_sign_up: false, providers: [] })),
  answer(sessions.profile, (_asked, { person }) => found(person, 'unauthorized')),
  answer(sessions.updatePreferences, ({ body: { disabled_features, theme, sidebar, feature_previews } }, world) => {
    const person = found(world.person, 'unauthorized')
    const { preferences } = person
    return (world.person = {
      ...person,
      disabled_features: disabled_features ?? person.disabled_features,
      preferences: {
        theme: theme === undefined ? preferences.theme : theme,
        sidebar: sidebar === undefined ? preferences.sidebar : sidebar,
        feature_previews: feature_previews ?? preferences.feature_previews,
      },
      preferences_version: person.preferences_version + 1,
    })
  }),
  answer(organizations.list, (_asked, { organizations }) => organizations),
  answer(organizations.retrieve, ({ params: { slug } }, world) => found(world.organizations.find((each) => each.slug === slug))),
  answer(organizationProjects.list, ({ params: { slug } }, world) => world.projects.filter((each) => each.organization_slug === slug)),
  answer(projects.list, (_asked, world) => world.projects),
  answer(projects.retrieve, ({ params }, world) => projectOf(world, params.ref)),
  answer(projects.databases, ({ params }, world) => {
    const { ref, region, status, inserted_at, db_host, db_port } = projectOf(world, params.ref)
    const address = { db_host, db_port, db_name: 'postgres', db_user: 'postgres' }
    const connection_string = `postgresql://postgres:[YOUR-PASSWORD]@${db_host}:${db_port}/postgres`
    return [{ identifier: ref, database_type: 'PRIMARY', region, status, inserted_at, ...address, connection_string, pool_mode: null }]
  }),
  answer(projects.activity, () => ({
    database_bytes: 9_000_000,
    disk_bytes: 50_000_000,
    tables: 1,
    active_connections: 3,
    active_queries: 0,
    max_connections: 40,
    transactions: 1_000,
    cache_hit_ratio: 0.99,
    started_at: longAgo,
  })),
  answer(projects.events, (_asked, world) => world.events),
  answer(projectHealth.health, () => [
    { id: 'database', status: 'HEALTHY', message: 'Answered in 3 ms' },
    { id: 'connections', status: 'HEALTHY', message: '3 of 40 connections in use' },
  ]),
  answer(projectHealth.samples, () => []),
  answer(lints.run, () => []),
  answer(sleeps.report, () => ({
    after: 'plan',
    after_minutes: 15,
    kept_awake_by: null,
    sleeps: [],
    saved: { since: longAgo, sleeps: 0, asleep_seconds: 0, memory_byte_seconds: 0 },
  })),
  answer(usage.retrieve, () => ({
    usage_billing_enabled: false,
    is_partial: false,
    start: '2026-01-01',
    end: '2026-01-31',
    measured_until: null,
    usages: [],
    free_days: 0,
    paid_days: 0,
  })),
  answer(notifications.summary, (_asked, world) => summaryOf(world)),
  answer(notifications.events, (_asked, world) => [summaryOf(world)]),
  answer(notifications.list, ({ query }, world) => {
    const isWanted = ({ status, priority, data }: Notification): boolean =>
      query.status.includes(status) &&
      query.priority?.includes(priority) !== false &&
      query.org_slug?.includes(data.org_slug ?? '') !== false &&
      query.project_ref?.includes(data.project_ref ?? '') !== false
    return pageOf(world.notifications.filter(isWanted), query)
  }),
  answer(notifications.update, ({ body }, world) => {
    world.notifications = world.notifications.map((each) => {
      const change = body.find(({ id }) => id === each.id)
      return change === undefined || (change.if_status ?? each.status) !== each.status ? each : { ...each, status: change.status }
    })
    return world.notifications.filter((each) => body.some(({ id }) => id === each.id))
  }),
  answer(notifications.archiveAll, (_asked, world) => {
    world.notifications = world.notifications.map((each) => ({ ...each, status: 'archived' }))
    return { archived: world.notifications.length }
  }),
])

/** What the bell shows. */
export function summaryOf({ notifications: all }: World): NotificationSummary {
  const unread = all.filter(({ status }) => status === 'new')
  const has = (wanted: Notification['priority']): boolean => unread.some(({ priority }) => priority === wanted)
  return { unread_count: unread.length, has_warning: has('Warning'), has_critical: has('Critical') }
}

/** One page of a longer list. */
export function pageOf<Item>(all: readonly Item[], { offset, limit }: { readonly offset: number; readonly limit: number }) {
  const end = offset + limit
  return { items: all.slice(offset, end), next_offset: end < all.length ? end : null }
}

const projectOf = (world: World, wanted: string) => found(world.projects.find(({ ref }) => ref === wanted))

/** What a path names has been looked for before. */
function found<Item>(item: Item | null | undefined, code: 'unauthorized' | 'internal' = 'internal'): Item {
  if (item === null || item === undefined) throw new AppError(code)
  return item
}
