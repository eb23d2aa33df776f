import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/**
 * Status of a merge. REHEARSED: the rehearsal on a copy of the default branch succeeded, so the merge can be applied. OUTDATED: one of the
 * branches has changed since the rehearsal; nothing was applied.
 */
export const mergeStatuses = ['REHEARSING', 'REHEARSED', 'REHEARSAL_FAILED', 'CANCELLED', 'APPLYING', 'MERGED', 'OUTDATED', 'FAILED'] as const
export type MergeStatus = (typeof mergeStatuses)[number]

/** Steps of a rehearsal in order, with their labels. */
export const rehearsalSteps = [
  { id: 'compare', label: 'Comparing the branches' },
  { id: 'copy', label: 'Copying the database' },
  { id: 'replay', label: 'Replaying the migrations on the copy' },
] as const
export type RehearsalStepId = (typeof rehearsalSteps)[number]['id']

/** Table-level locks that block reads or writes, strongest last (PostgreSQL documentation, 13.3.1). */
export const blockingLocks = ['SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const
export type BlockingLock = (typeof blockingLocks)[number]

/** The rehearsal result of a migration. */
export const RehearsedMigration = z.object({
  version: z.string(),
  name: z.string().nullable(),
  statements: z.array(z.string()),
  /** Duration until commit; null if it didn't run. */
  duration_ms: z.number().nullable(),
  /** False if it has statements that can't run in a transaction, such as CREATE INDEX CONCURRENTLY. Each statement then commits on its own. */
  is_in_transaction: z.boolean(),
  /** True if earlier migrations must be committed first, for example when it uses an enum value that one of them adds. */
  commits_before: z.boolean().default(false),
  /** The strongest lock on each existing relation, except for locks already held by earlier migrations in the same transaction. */
  locks: z.array(z.object({ relation: z.string(), lock: z.enum(blockingLocks), rows_estimate: z.number().nullable(), bytes: z.number() })),
  /** Relations that were rewritten or truncated. */
  rewrites: z.array(z.object({ relation: z.string(), bytes: z.number() })),
  /** Objects created by each statement (from 0) of a migration outside of a transaction. They show how far an interrupted run got. */
  indexes: z.array(z.object({ statement: z.number().int(), name: z.string(), definition: z.string() })).default([]),
  problem: z
    .object({
      message: z.string(),
      sqlstate: z.string().nullable(),
      detail: z.string().nullable(),
      hint: z.string().nullable(),
      statement: z.string(),
    })
    .nullable(),
})
export type RehearsedMigration = z.infer<typeof RehearsedMigration>

/** A schema object that differs between two databases. `before` is null for a new object, `after` for a removed one. */
export const SchemaDifference = z.object({
  /** Such as "table" or "function". */
  kind: z.string(),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type SchemaDifference = z.infer<typeof SchemaDifference>

/**
 * Data that the migrations delete: a table with its rows, a column, some rows, or all rows of a table (`all_rows`). Row counts are estimates,
 * except for deleted rows (`rows`), which are counted on the copy.
 */
export const MergeLoss = z.object({
  kind: z.enum(['table', 'column', 'rows', 'all_rows']),
  /** Name of the table or column before the merge. */
  name: z.string(),
  /** Rows of the table; null if never analyzed. */
  rows_estimate: z.number().nullable(),
  /** Size of the table. */
  bytes: z.number(),
})
export type MergeLoss = z.infer<typeof MergeLoss>

export const MigrationLabel = z.object({ version: z.string(), name: z.string().nullable() })

/** A merge of a branch into the default branch: its additional migrations, rehearsed on a copy and then applied. */
export const BranchMerge = z.object({
  id: z.uuid(),
  /** Ref of the branch's project. */
  branch_ref: z.string(),
  status: z.enum(mergeStatuses),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  /** Current step while REHEARSING. */
  step: z.enum(rehearsalSteps.map(({ id }) => id)).nullable(),
  /** In the order of application. */
  migrations: z.array(RehearsedMigration),
  /** Migrations of the default branch that are missing on the branch. The branch's migrations are applied after them. */
  ahead: z.array(MigrationLabel),
  /** Migrations with the same version but different statements. They are not changed. */
  conflicts: z.array(MigrationLabel),
  /** Schema changes of the default branch. */
  changes: z.array(SchemaDifference),
  /** Data that the default branch loses. */
  losses: z.array(MergeLoss),
  /** Differences of the branch (`after`) that remain after the merge, because no migration contains them. */
  left: z.array(SchemaDifference),
  /** Duration and size of the copy; null until it is created. */
  copy: z.object({ bytes: z.number(), duration_ms: z.number() }).nullable(),
  rehearsed_at: Timestamp.nullable(),
  /** Applied versions; complete once MERGED. */
  applied: z.array(z.string()),
  applied_by: z.string().nullable(),
  merged_at: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type BranchMerge = z.infer<typeof BranchMerge>

/** Number of merges in a list. */
export const mergesListed = 10

export const merges = resource('/platform/projects/{ref}/branches/{branch}/merges', {
  list: get('/', {
    summary: 'List merges of a branch, newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(BranchMerge),
    errors: ['branch_not_found'],
  }),
  rehearse: post('/', {
    summary: 'Rehearse the merge of a branch on a copy of the default branch',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.merge_rehearsed',
    reply: BranchMerge,
    status: 202,
    errors: ['branch_not_found', 'project_not_active', 'project_busy'],
  }),
  cancel: post('/{merge}/cancel', {
    summary: 'Cancel a rehearsal. The default branch stays unchanged',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.merge_rehearsal_cancelled',
    reply: BranchMerge,
    errors: ['branch_not_found', 'merge_not_found', 'project_busy'],
  }),
  apply: post('/{merge}/apply', {
    summary: 'Apply a rehearsed merge to the default branch',
    auth: 'user',
    permission: 'database:write',
    audit: 'branch.merged',
    /** Name of the project, if it is locked. */
    body: z.object({ confirmed_name: Text(100).optional() }),
    reply: BranchMerge,
    status: 202,
    errors: ['branch_not_found', 'merge_not_found', 'project_busy', 'project_not_active', 'production_locked'],
  }),
  events: get('/events', {
    summary: 'Stream merges of a branch: once at the start, then on each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(BranchMerge),
    errors: ['branch_not_found'],
  }),
})
