import { z } from 'zod'
import { SchemaDifference } from './merges.ts'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/**
 * What has become of a rehearsal or an upgrade. BLOCKED: something stands in the way, or rows that came out are not those that went in. An upgrade
 * can be cancelled while it is UPGRADING; from PLACING on the project is on the new version, and while it is PROTECTING it works already, and
 * the first backup of it is made.
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
 * What is done, in order, with the words that people see. From `close` to `start` the project is down; in a rehearsal all but the copy would be
 * done then.
 */
export const upgradeSteps = [
  { id: 'copy', label: 'Copying the project', of: 'rehearsal' },
  { id: 'backup', label: 'Backing up what there is', of: 'upgrade' },
  { id: 'close', label: 'Closing the project', of: 'upgrade' },
  { id: 'check', label: 'Looking for what stands in the way' },
  { id: 'roles', label: 'Roles and databases' },
  { id: 'structure', label: 'Types, functions and tables' },
  { id: 'rows', label: 'Rows and large objects' },
  { id: 'indexes', label: 'Indexes, constraints and triggers' },
  { id: 'analyze', label: 'Statistics' },
  { id: 'settings', label: 'Settings and privileges' },
  { id: 'compare', label: 'Comparing both' },
  { id: 'place', label: 'Writing to the disk and changing over', of: 'upgrade' },
  { id: 'start', label: 'Starting the new version', of: 'upgrade' },
  { id: 'protect', label: 'First backup of the new version', of: 'upgrade' },
] as const satisfies readonly { readonly id: string; readonly label: string; readonly of?: UpgradeKind }[]
export type UpgradeStepId = (typeof upgradeSteps)[number]['id']
const StepId = z.enum(upgradeSteps.map(({ id }) => id))

/** Something about the project that an upgrade meets. */
export const UpgradeFinding = z.object({
  /** Such as "table public.orders". */
  subject: z.string(),
  /** What is the matter, in a sentence. */
  message: z.string(),
  /** The statement that Postgres refused, or its words. */
  detail: z.string().nullable(),
})
export type UpgradeFinding = z.infer<typeof UpgradeFinding>

/** A table whose rows are not the same in both. */
export const TableDifference = z.object({ table: z.string(), rows_before: z.number(), rows_after: z.number() })

/** What a rehearsal found. */
export const UpgradeReport = z.object({
  /** How long each step took, as far as it came. */
  steps: z.array(z.object({ id: StepId, duration_ms: z.number() })),
  /** Of the databases. */
  bytes: z.number(),
  tables: z.number(),
  rows: z.number(),
  large_objects: z.number(),
  /** Tables whose content was compared, not only the number of their rows. */
  tables_compared: z.number(),
  /** What has to be changed before an upgrade. */
  obstacles: z.array(UpgradeFinding),
  /** What is another after it, and stands in nobody's way. */
  notes: z.array(UpgradeFinding),
  extensions: z.array(z.object({ name: z.string(), before: z.string(), after: z.string().nullable() })),
  differing_tables: z.array(TableDifference),
  /** Of the structure: they stand in nobody's way. */
  differences: z.array(SchemaDifference),
})
export type UpgradeReport = z.infer<typeof UpgradeReport>

/** A project brought to another version of Postgres; by a rehearsal on a copy, which is thrown away. */
export const Upgrade = z.object({
  id: z.uuid(),
  kind: z.enum(upgradeKinds),
  status: z.enum(upgradeStatuses),
  from_version: z.string(),
  to_version: z.string(),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  finished_at: Timestamp.nullable(),
  /** Between these an upgrade keeps everybody out. */
  closed_at: Timestamp.nullable(),
  opened_at: Timestamp.nullable(),
  /** While it is under way. */
  step: StepId.nullable(),
  /** How far the rows are: bytes of their tables in the project. */
  progress: z.object({ bytes_done: z.number(), bytes_total: z.number(), table: z.string().nullable() }).nullable(),
  /** Null until there is something to tell. */
  report: UpgradeReport.nullable(),
  problem: z.string().nullable(),
})
export type Upgrade = z.infer<typeof Upgrade>

/** Rehearsals and upgrades that are kept. */
export const upgradesListed = 5
/** An upgrade needs a rehearsal that came to its end and is no older. */
export const rehearsalDays = 7

export const UpgradeInput = z.object({
  /** The project's, so that nobody upgrades the wrong one. */
  project_name: z.string(),
})
export type UpgradeInput = z.infer<typeof UpgradeInput>

export const upgrades = resource('/platform/projects/{ref}/upgrades', {
  list: get('/', {
    summary: 'Upgrades of Postgres and their rehearsals, the newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Upgrade),
  }),
  rehearse: post('/', {
    summary: 'Rehearse the upgrade to the newest Postgres that is here on a copy of the project; nothing of the project changes',
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
      'Upgrade the project to the newest Postgres that is here: after a backup everybody is kept out until all of it is in the new version, and ' +
      'compared. What fails before the two change places leaves the project as it was',
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
    summary: 'Give a rehearsal up, or an upgrade that has not changed over: the project is as it was',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_rehearsal_cancelled',
    reply: Upgrade,
    errors: ['upgrade_not_found', 'project_busy'],
  }),
  events: get('/events', {
    summary: 'Upgrades and their rehearsals now, and again at each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Upgrade),
  }),
})
