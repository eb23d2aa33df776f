import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Timestamp } from '../foundation/values.ts'
import { Compute, ProjectStatus, sleepStates } from '../projects/projects.ts'

/** Name of the default branch, which is the project itself. */
export const defaultBranchName = 'main'

/** Most branches of a project besides the default branch. Each has its own server on the same machine. */
export const maxBranches = 20

/** Longest time until a branch expires. Branches can also have no expiry. */
export const maxBranchDays = 365

/** Size and duration of a copy. */
export const BranchCopy = z.object({
  bytes: z.number().int(),
  ms: z.number().int(),
  /** True if files are shared with the source until either side writes to them (copy-on-write). */
  is_shared: z.boolean(),
})
export type BranchCopy = z.infer<typeof BranchCopy>

/** Estimated size and duration of a copy. */
export const CopyEstimate = z.object({
  bytes: z.number().int(),
  /** True if the file system can share the parent's files with the copy. Then any size copies instantly. */
  is_shared: z.boolean(),
  /** Estimated seconds. */
  seconds: z.number(),
  /** Source of the estimate: earlier copies on this machine, or a test copy of a file. */
  basis: z.enum(['copies', 'measurement']),
  /** Free space on the volume. */
  free_bytes: z.number().int(),
})
export type CopyEstimate = z.infer<typeof CopyEstimate>

/** A branch of a project (spec §3): a project with its own keys and addresses that starts as a copy of another. */
export const Branch = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Ref of the branch's project. The default branch is the parent project itself. */
  project_ref: z.string(),
  is_default: z.boolean(),
  created_at: Timestamp,
  parent_project_ref: z.string(),
  status: ProjectStatus,
  sleep: z.enum(sleepStates),
  compute: Compute,
  /** Postgres version, such as "18.4"; null until its cluster exists. */
  db_version: z.string().nullable(),
  /** The branch it was copied from; null for the default branch. `name` is null if the source was deleted. */
  source: z.object({ project_ref: z.string(), name: z.string().nullable() }).nullable(),
  with_data: z.boolean(),
  /** The point in time of its parent that it was restored to; null for a copy or after a reset. */
  restored_to: Timestamp.nullable(),
  /** Time of the copy; null before it completes, and for the default branch. */
  copied_at: Timestamp.nullable(),
  /** Size and duration of the copy; null before it completes, and for a restored backup. */
  copy: BranchCopy.nullable(),
  /** The merge in progress; null if there is none. */
  merge: z.enum(['REHEARSING', 'APPLYING']).nullable(),
  /** Time of automatic deletion; null for never. */
  expires_at: Timestamp.nullable(),
  /** Name of the creator; null if the account was deleted. */
  created_by: z.string().nullable(),
  problem: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
})
export type Branch = z.infer<typeof Branch>

/** A new branch. Its database password is shown only here. */
export const CreatedBranch = Branch.extend({ db_pass: z.string() })

export const BranchInput = z.object({
  name: Name,
  /** Ref of the branch to copy. The default branch if omitted. */
  source_ref: z.string().optional(),
  /** True to copy data. Otherwise the branch has only the schema and the migration history. */
  with_data: z.boolean().default(true),
  expires_at: Timestamp.nullable().default(null),
  compute: Compute.default('nano'),
})
export type BranchInput = z.infer<typeof BranchInput>

export const branches = resource('/platform/projects/{ref}/branches', {
  list: get('/', {
    summary: 'List branches, the default branch first. Empty while branching is not enabled. For a branch, lists the branches of its parent',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Branch),
  }),
  estimate: get('/estimate', {
    summary: 'Estimate the size and duration of a copy of a branch, by default the default branch. Does not wake the project',
    auth: 'user',
    permission: 'preview_branches:create',
    query: z.object({ source_ref: z.string().optional() }),
    needs: 'copies',
    reply: CopyEstimate,
    errors: ['branch_not_found'],
  }),
  create: post('/', {
    summary: 'Create a branch and enable branching. The source is copied in the background',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.created',
    body: BranchInput,
    needs: 'copies',
    reply: CreatedBranch,
    status: 201,
    errors: ['branch_not_found', 'branch_name_taken', 'too_many_branches', 'project_not_active'],
  }),
  update: patch('/{branch}', {
    summary: 'Rename a branch, or change its expiry',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.updated',
    body: z.object({ name: Name.optional(), expires_at: Timestamp.nullable().optional() }),
    reply: Branch,
    errors: ['branch_not_found', 'branch_name_taken'],
  }),
  reset: post('/{branch}/reset', {
    summary: 'Reset a branch to its parent. Discards all changes on the branch',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.reset',
    body: z.object({ source_ref: z.string().optional() }),
    reply: Branch,
    status: 202,
    errors: ['branch_not_found', 'project_not_active', 'project_busy'],
  }),
  remove: remove('/{branch}', {
    summary: 'Delete a branch and everything in it',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.removed',
    reply: Branch,
    status: 202,
    errors: ['branch_not_found', 'project_busy'],
  }),
  events: get('/events', {
    summary: 'Stream branches: once at the start, then on each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Branch),
  }),
})
