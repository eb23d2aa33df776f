import { billing, planPriceList } from '@colonnade/contracts/billing/billing'
import { postgresVersions } from '@colonnade/contracts/copies/postgres-versions'
import { feedback } from '@colonnade/contracts/installation/feedback'
import { supportTickets, type Ticket } from '@colonnade/contracts/installation/support-tickets'
import { health } from '@colonnade/contracts/installation/health'
import { type Notification, notifications, type NotificationSummary } from '@colonnade/contracts/installation/notifications'
import { organizations } from '@colonnade/contracts/organizations/organizations'
import { usage } from '@colonnade/contracts/organizations/usage'
import { sessions, setup } from '@colonnade/contracts/people/sessions'
import { organizationProjects, projects } from '@colonnade/contracts/projects/projects'
import { answer, type Answers, found } from './answers.ts'
import { projectAnswers } from './project-answers.ts'
import type { World } from './world.ts'

/** Answers to what every page asks, made of the world as it is at that moment. A page that asks for more is answered by its test. */
export const standingAnswers: Answers = new Map([
  ...projectAnswers,
  answer(health.retrieve, () => ({ status: 'ok', version: '0.1.0' })),
  answer(setup.status, () => ({ needs_owner: false, can_reset_password: false, can_sign_up: false, providers: [] })),
  answer(sessions.profile, (_asked, { person }) => found(person)),
  answer(sessions.updatePreferences, ({ body: { disabled_features, theme, sidebar, feature_previews } }, world) => {
    const person = found(world.person)
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
  answer(postgresVersions.list, () => [{ version: '18.4', major: '18', is_default: true }]),
  answer(planPriceList.list, () => ({
    currency: 'USD',
    plans: [
      { id: 'free', name: 'Free', monthly_cents: 0 },
      { id: 'pro', name: 'Pro', monthly_cents: 2_500 },
    ],
  })),
  answer(billing.retrieve, ({ params: { slug } }, world) => ({
    plan: found(world.organizations.find((each) => each.slug === slug)).plan.id,
    usage_billing_enabled: false,
    managed_by: null,
    payment_provider: null,
    currency: 'USD',
    details: { emails: [], name: null, address: null, tax_id: null },
    addons: [],
    changes: [],
  })),
  answer(feedback.list, ({ query }, world) => pageOf(world.feedback, query)),
  answer(supportTickets.list, ({ query: { whose, status, ...query } }, world) => {
    const isWanted = (ticket: Ticket): boolean => (whose === 'all' || ticket.is_mine) && status?.includes(ticket.status) !== false
    return pageOf(world.tickets.filter(isWanted), query)
  }),
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
