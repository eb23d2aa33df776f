import { z } from 'zod'
import { SchemaDifference } from '../branches/merges.ts'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** What has become of a rehearsal. BLOCKED: something stands in the way of the upgrade, or rows that came out are not those that went in. */
export const upgradeStatuses = ['REHEARSING', 'REHEARSED', 'BLOCKED', 'FAILED', 'CANCELLED'] as const
export type UpgradeStatus = (typeof upgradeStatuses)[number]

/** What is done of a rehearsal, in order, with the words that people see. All but the copy would be done while the project is down. */
export const upgradeSteps = [
  { id: 'copy', label: 'Copying the project' },
  { id: 'check', label: 'Looking for what stands in the way' },
  { id: 'roles', label: 'Roles and databases' },
  { id: 'structure', label: 'Types, functions and tables' },
  { id: 'rows', label: 'Rows and large objects' },
  { id: 'indexes', label: 'Indexes, constraints and triggers' },
  { id: 'settings', label: 'Settings and privileges' },
  { id: 'analyze', label: 'Statistics' },
  { id: 'compare', label: 'Comparing both' },
] as const
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

/** A project brought to another version of Postgres on a copy, which is thrown away. */
export const UpgradeRehearsal = z.object({
  id: z.uuid(),
  status: z.enum(upgradeStatuses),
  from_version: z.string(),
  to_version: z.string(),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  finished_at: Timestamp.nullable(),
  /** While it is REHEARSING. */
  step: StepId.nullable(),
  /** How far the rows are: bytes of their tables in the project. */
  progress: z.object({ bytes_done: z.number(), bytes_total: z.number(), table: z.string().nullable() }).nullable(),
  /** Null until there is something to tell. */
  report: UpgradeReport.nullable(),
  problem: z.string().nullable(),
})
export type UpgradeRehearsal = z.infer<typeof UpgradeRehearsal>

/** Rehearsals that are kept. */
export const upgradesListed = 5

export const upgrades = resource('/platform/projects/{ref}/upgrades', {
  list: get('/', {
    summary: 'Rehearsals of an upgrade of Postgres, the newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(UpgradeRehearsal),
  }),
  rehearse: post('/', {
    summary: 'Rehearse the upgrade to the newest Postgres that is here on a copy of the project; nothing of the project changes',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_rehearsed',
    reply: UpgradeRehearsal,
    status: 202,
    errors: ['project_not_active', 'project_busy', 'postgres_version_not_available'],
  }),
  cancel: post('/{upgrade}/cancel', {
    summary: 'Give a rehearsal up; its copies are removed',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.upgrade_rehearsal_cancelled',
    reply: UpgradeRehearsal,
    errors: ['upgrade_not_found', 'project_busy'],
  }),
  events: get('/events', {
    summary: 'Rehearsals of an upgrade now, and again at each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(UpgradeRehearsal),
  }),
})
