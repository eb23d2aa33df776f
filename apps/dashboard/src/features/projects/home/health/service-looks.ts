import { healthServices, type ServiceHealth } from '@colonnade/contracts/projects/project-health'
import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'

export const stateLooks: Readonly<Record<ServiceHealth['status'], { readonly label: string; readonly tone: Tone }>> = {
  HEALTHY: { label: 'Healthy', tone: 'accent' },
  WARNING: { label: 'Warning', tone: 'warning' },
  UNHEALTHY: { label: 'Unhealthy', tone: 'danger' },
  COMING_UP: { label: 'Coming up', tone: 'warning' },
  NOT_RUNNING: { label: 'Not running', tone: 'neutral' },
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
  return `${activity.active_connections} of ${activity.max_connections} connections in use`
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
    text: 'A server that crashed is started again by itself, with all that was committed. If it stays like this, restart the project from its actions, or contact support with what its log says.',
  },
  connections: {
    text: 'When all connections are in use, programs can’t open another. Close those that are idle, keep a smaller pool in each program, or choose a larger compute size.',
    query: {
      label: 'Show open connections',
      sql: `-- Who is connected, those that wait longest first
select pid, usename, application_name, client_addr, state, state_change, query
from pg_stat_activity
where backend_type = 'client backend'
order by state_change;
`,
    },
  },
  archiving: {
    text: 'WAL that could not be archived is kept, so the disk fills up while this fails, and backups end at the last one that succeeded.',
    query: { label: 'Show the archiver', sql: `-- What was archived, and what failed last\nselect * from pg_stat_archiver;\n` },
  },
  disk: {
    text: 'A database that has no room left stops writing. Make room on this machine, or delete what is not needed.',
    query: {
      label: 'Show the largest tables',
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
