import { z } from 'zod'
import { SchemaDifference } from './merges.ts'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/**
 * Status of a rehearsal or an upgrade. BLOCKED: something prevents the upgrade, or the copied rows differ. An upgrade can be cancelled while
 * UPGRADING. From PLACING on, the project is on the new version. While PROTECTING, the project already works and its first backup is created.
 */
export const upgradeStatuses = [
  'REHEARSING',
  'REHEARSED',
  'UPGRADING',
  'PLACING',
  'PROTECTING',
  'UPGRADED',
  'BLOCKED',
  'FAILED',
  'CANCELLED',
] as const
export type UpgradeStatus = (typeof upgradeStatuses)[number]

export const upgradeKinds = ['rehearsal', 'upgrade'] as const
export type UpgradeKind = (typeof upgradeKinds)[number]

/**
 * Steps in order, with their labels. From `close` to `start` the project is unavailable. In a rehearsal, every step except the copy counts as
 * downtime of the later upgrade.
 */
export const upgradeSteps = [
  { id: 'copy', label: 'Copying the project', of: 'rehearsal' },
  { id: 'backup', label: 'Backing up the project', of: 'upgrade' },
  { id: 'close', label: 'Closing connections', of: 'upgrade' },
  { id: 'check', label: 'Checking for blockers' },
  { id: 'roles', label: 'Roles and databases' },
  { id: 'structure', label: 'Types, functions and tables' },
  { id: 'rows', label: 'Rows and large objects' },
  { id: 'indexes', label: 'Indexes, constraints and triggers' },
  { id: 'analyze', label: 'Statistics' },
  { id: 'settings', label: 'Settings and privileges' },
  { id: 'compare', label: 'Comparing the databases' },
  { id: 'place', label: 'Writing to disk and switching over', of: 'upgrade' },
  { id: 'start', label: 'Starting the new version', of: 'upgrade' },
  { id: 'protect', label: 'First backup of the new version', of: 'upgrade' },
] as const satisfies readonly { readonly id: string; readonly label: string; readonly of?: UpgradeKind }[]
export type UpgradeStepId = (typeof upgradeSteps)[number]['id']
const StepId = z.enum(upgradeSteps.map(({ id }) => id))

/** A finding about the project that affects an upgrade. */
export const UpgradeFinding = z.object({
  /** Such as "table public.orders". */
  subject: z.string(),
  /** The problem, as a sentence. */
  message: z.string(),
  /** The refused statement, or Postgres's message. */
  detail: z.string().nullable(),
})
export type UpgradeFinding = z.infer<typeof UpgradeFinding>

/** A table with different rows before and after. */
export const TableDifference = z.object({ table: z.string(), rows_before: z.number(), rows_after: z.number() })

/** Results of a rehearsal. */
export const UpgradeReport = z.object({
  /** Duration of each completed step. */
  steps: z.array(z.object({ id: StepId, duration_ms: z.number() })),
  /** Size of the databases. */
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
  large_objects: z.number(),
  /** Tables compared by content, not only by row count. */
  tables_compared: z.number(),
  /** Findings to fix before an upgrade. */
  obstacles: z.array(UpgradeFinding),
  /** Findings that change with the upgrade but don't block it. */
  notes: z.array(UpgradeFinding),
  extensions: z.array(z.object({ name: z.string(), before: z.string(), after: z.string().nullable() })),
  differing_tables: z.array(TableDifference),
  /** Schema differences. They don't block the upgrade. */
  differences: z.array(SchemaDifference),
})
export type UpgradeReport = z.infer<typeof UpgradeReport>

/** A Postgres upgrade of a project, or its rehearsal on a temporary copy. */
export const Upgrade = z.object({
  id: z.uuid(),
  kind: z.enum(upgradeKinds),
  status: z.enum(upgradeStatuses),
  from_version: z.string(),
  to_version: z.string(),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  finished_at: Timestamp.nullable(),
  /** Start and end of the downtime. */
  closed_at: Timestamp.nullable(),
  opened_at: Timestamp.nullable(),
  /** Current step while in progress. */
  step: StepId.nullable(),
  /** Progress of copying rows, in bytes of their tables. */
  progress: z.object({ bytes_done: z.number(), bytes_total: z.number(), table: z.string().nullable() }).nullable(),
  /** null until there are results. */
  report: UpgradeReport.nullable(),
  problem: z.string().nullable(),
})
export type Upgrade = z.infer<typeof Upgrade>

/** Number of rehearsals and upgrades that are retained. */
export const upgradesListed = 5
/** An upgrade requires a successful rehearsal within this many days. */
export const rehearsalDays = 7

export const UpgradeInput = z.object({
  /** Name of the project, as a confirmation. */
  project_name: z.string(),
})
export type UpgradeInput = z.infer<typeof UpgradeInput>

export const upgrades = resource('/platform/projects/{ref}/upgrades', {
  list: get('/', {
    summary: 'List Postgres upgrades and rehearsals, newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Upgrade),
  }),
  rehearse: post('/', {
    summary: 'Rehearse the upgrade to the newest available Postgres on a copy of the project',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_rehearsed',
    needs: 'upgrades',
    reply: Upgrade,
    status: 202,
    errors: ['project_not_active', 'project_busy', 'postgres_version_not_available'],
  }),
  run: post('/run', {
    summary:
      'Upgrade the project to the newest available Postgres. Creates a backup first. The project is unavailable until its data is copied and compared. ' +
      'A failure before the switchover leaves the project unchanged',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_begun',
    body: UpgradeInput,
    needs: 'upgrades',
    reply: Upgrade,
    status: 202,
    errors: ['project_not_active', 'project_busy', 'postgres_version_not_available', 'upgrade_not_rehearsed', 'upgrade_blocked'],
  }),
  cancel: post('/{upgrade}/cancel', {
    summary: 'Cancel a rehearsal, or an upgrade before the switchover. The project stays unchanged',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_rehearsal_cancelled',
    reply: Upgrade,
    errors: ['upgrade_not_found', 'project_busy'],
  }),
  events: get('/events', {
    summary: 'Stream upgrades and rehearsals: once at the start, then on each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Upgrade),
  }),
})
