import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/**
 * What has become of a merge. REHEARSED: it went well on a copy of the default branch, and may be applied. OUTDATED: one of the two
 * branches has changed since, and nothing was applied.
 */
export const mergeStatuses = ['REHEARSING', 'REHEARSED', 'REHEARSAL_FAILED', 'CANCELLED', 'APPLYING', 'MERGED', 'OUTDATED', 'FAILED'] as const
export type MergeStatus = (typeof mergeStatuses)[number]

/** What is done of a rehearsal, in order, with the words that people see. */
export const rehearsalSteps = [
  { id: 'compare', label: 'Comparing the branches' },
  { id: 'copy', label: 'Copying the database' },
  { id: 'replay', label: 'Replaying the migrations on the copy' },
] as const
export type RehearsalStepId = (typeof rehearsalSteps)[number]['id']

/** Table-level locks that keep somebody out, the strongest last (PostgreSQL documentation, 13.3.1). */
export const blockingLocks = ['SHARE', 'SHARE ROW EXCLUSIVE', 'EXCLUSIVE', 'ACCESS EXCLUSIVE'] as const
export type BlockingLock = (typeof blockingLocks)[number]

/** A migration as it went when it was rehearsed. */
export const RehearsedMigration = z.object({
  version: z.string(),
  name: z.string().nullable(),
  statements: z.array(z.string()),
  /** Until it was committed; null while it was not run. */
  duration_ms: z.number().nullable(),
  /** False for what Postgres runs only outside of a transaction, such as CREATE INDEX CONCURRENTLY: each of its statements stands by itself. */
  is_in_transaction: z.boolean(),
  /** What is before it is committed first, or it fails: such as what uses a value that one before it adds to an enum. */
  commits_before: z.boolean().default(false),
  /** The strongest lock that it takes on each relation that was there before, but for those that ones before it in the same transaction hold. */
  locks: z.array(z.object({ relation: z.string(), lock: z.enum(blockingLocks), rows_estimate: z.number().nullable(), bytes: z.number() })),
  /** Relations whose rows were all written anew, or that were emptied. */
  rewrites: z.array(z.object({ relation: z.string(), bytes: z.number() })),
  /** What each of its statements (from 0 on) makes, of one outside of a transaction: one that was cut off is known by them. */
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

/** An object of the schema that two databases have differently: `before` null where it is new, `after` null where it goes. */
export const SchemaDifference = z.object({
  /** Such as "table" or "function". */
  kind: z.string(),
  name: z.string(),
  before: z.string().nullable(),
  after: z.string().nullable(),
})
export type SchemaDifference = z.infer<typeof SchemaDifference>

/**
 * What is gone for good after the migrations: a table with its rows, a column, rows that were deleted, or all rows of a table
 * (`all_rows`). Rows are an estimate, but for those that were deleted (`rows`), which were counted on the copy.
 */
export const MergeLoss = z.object({
  kind: z.enum(['table', 'column', 'rows', 'all_rows']),
  /** Of the table or the column, as it was before. */
  name: z.string(),
  /** Of the table; null where nobody has counted them. */
  rows_estimate: z.number().nullable(),
  /** Of the table. */
  bytes: z.number(),
})
export type MergeLoss = z.infer<typeof MergeLoss>

export const MigrationLabel = z.object({ version: z.string(), name: z.string().nullable() })

/** A merge of a branch into the default one: the migrations that it has and that lacks, rehearsed on a copy and then applied. */
export const BranchMerge = z.object({
  id: z.uuid(),
  /** The project that the branch is. */
  branch_ref: z.string(),
  status: z.enum(mergeStatuses),
  inserted_at: Timestamp,
  created_by: z.string().nullable(),
  /** While it is REHEARSING. */
  step: z.enum(rehearsalSteps.map(({ id }) => id)).nullable(),
  /** In the order in which they are applied. */
  migrations: z.array(RehearsedMigration),
  /** Migrations of the default branch that the branch lacks: the others are applied on top of them. */
  ahead: z.array(MigrationLabel),
  /** Migrations that both have under one version with different statements: they are left as they are. */
  conflicts: z.array(MigrationLabel),
  /** What the merge makes of the default branch. */
  changes: z.array(SchemaDifference),
  /** What the default branch loses by it. */
  losses: z.array(MergeLoss),
  /** What the branch then still has differently (`after`), because no migration of its has it. */
  left: z.array(SchemaDifference),
  /** How long the copy took, and of how much; null until it is made. */
  copy: z.object({ bytes: z.number(), duration_ms: z.number() }).nullable(),
  rehearsed_at: Timestamp.nullable(),
  /** Versions that were applied, all of them once it is MERGED. */
  applied: z.array(z.string()),
  applied_by: z.string().nullable(),
  merged_at: Timestamp.nullable(),
  problem: z.string().nullable(),
})
export type BranchMerge = z.infer<typeof BranchMerge>

/** Merges of a branch that are listed. */
export const mergesListed = 10

export const merges = resource('/platform/projects/{ref}/branches/{branch}/merges', {
  list: get('/', {
    summary: 'Merges of a branch, the newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(BranchMerge),
    errors: ['branch_not_found'],
  }),
  rehearse: post('/', {
    summary: 'Rehearse the merge of a branch on a copy of the default one; nothing of that changes',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.merge_rehearsed',
    reply: BranchMerge,
    status: 202,
    errors: ['branch_not_found', 'project_not_active', 'project_busy'],
  }),
  cancel: post('/{merge}/cancel', {
    summary: 'Give a rehearsal up; nothing of the default branch has changed',
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
    /** The name of the project that is changed, where it is locked against changes. */
    body: z.object({ confirmed_name: Text(100).optional() }),
    reply: BranchMerge,
    status: 202,
    errors: ['branch_not_found', 'merge_not_found', 'project_busy', 'project_not_active', 'production_locked'],
  }),
  events: get('/events', {
    summary: 'Merges of a branch now, and again at each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(BranchMerge),
    errors: ['branch_not_found'],
  }),
})
