import { healthServices, type ServiceHealth } from '@colonnade/contracts/projects/project-health'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'
import { serviceLooksText } from './messages.ts'

export const stateLooks: Readonly<Record<ServiceHealth['status'], { readonly label: string; readonly tone: Tone }>> = {
  HEALTHY: { label: serviceLooksText.healthy, tone: 'accent' },
  WARNING: { label: serviceLooksText.warning, tone: 'warning' },
  UNHEALTHY: { label: serviceLooksText.unhealthy, tone: 'danger' },
  COMING_UP: { label: serviceLooksText.comingUp, tone: 'warning' },
  NOT_RUNNING: { label: serviceLooksText.notRunning, tone: 'neutral' },
}

export function serviceName(id: ServiceHealth['id']): string {
  return healthServices.find((service) => service.id === id)?.name ?? id
}

export function hasProblem({ status }: ServiceHealth): boolean {
  return status === 'WARNING' || status === 'UNHEALTHY'
}

/** What is said of a service: as long as all is well, the number of connections is that of the figures below, which are newer or older by seconds. */
export function messageOf(
  { id, status, message }: ServiceHealth,
  activity: Pick<ProjectActivity, 'active_connections' | 'max_connections'> | undefined,
): string {
  if (id !== 'connections' || status !== 'HEALTHY' || activity === undefined) return message
  return serviceLooksText.connectionsUse(activity.active_connections, activity.max_connections)
}

export interface ServiceHelp {
  /** What it means, and what helps. */
  readonly text: string
  /** A question to the database that shows where it comes from. */
  readonly query?: { readonly label: string; readonly sql: string }
}

/** What to do about a service that is not well. */
export const serviceHelp: Readonly<Record<ServiceHealth['id'], ServiceHelp>> = {
  database: {
    text: serviceLooksText.serverCrashedStartedAgain,
  },
  connections: {
    text: serviceLooksText.whenAllConnectionsUse,
    query: {
      label: serviceLooksText.showOpenConnections,
      sql: `-- Who is connected, those that wait longest first
select pid, usename, application_name, client_addr, state, state_change, query
from pg_stat_activity
where backend_type = 'client backend'
order by state_change;
`,
    },
  },
  archiving: {
    text: serviceLooksText.walCouldNotArchived,
    query: { label: serviceLooksText.showArchiver, sql: `-- What was archived, and what failed last\nselect * from pg_stat_archiver;\n` },
  },
  disk: {
    text: serviceLooksText.databaseHasNoRoom,
    query: {
      label: serviceLooksText.showLargestTables,
      sql: `-- The largest tables, with their indexes
select c.oid::regclass as "table", pg_size_pretty(pg_total_relation_size(c.oid)) as size
from pg_class c
where c.relkind in ('r', 'm')
order by pg_total_relation_size(c.oid) desc
limit 20;
`,
    },
  },
}
