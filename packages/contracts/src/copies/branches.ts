import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Name, Timestamp } from '../foundation/values.ts'
import { Compute, ProjectStatus, sleepStates } from '../projects/projects.ts'

/** What the default branch is called: the project itself. */
export const defaultBranchName = 'main'

/** Branches of one project besides the default one: each is a server of its own on the same machine. */
export const maxBranches = 20

/** The longest time until a branch deletes itself: a branch that is meant to stay longer has no expiry. */
export const maxBranchDays = 365

/** What a copy took. */
export const BranchCopy = z.object({
  bytes: z.number().int(),
  ms: z.number().int(),
  /** Files are shared with the source until one of the two writes them. */
  is_shared: z.boolean(),
})
export type BranchCopy = z.infer<typeof BranchCopy>

/** What a copy is going to take. */
export const CopyEstimate = z.object({
  bytes: z.number().int(),
  /** The file system shares the parent's files with the copy, so that creating it takes no time, whatever its size. */
  is_shared: z.boolean(),
  /** Seconds, about. */
  seconds: z.number(),
  /** Where that comes from: what earlier copies on this machine took, or a file that was copied to find out. */
  basis: z.enum(['copies', 'measurement']),
  /** What there is room for on the volume. */
  free_bytes: z.number().int(),
})
export type CopyEstimate = z.infer<typeof CopyEstimate>

/** A branch of a project (spec §3): a project of its own, with its own keys and addresses, that began as a copy of another. */
export const Branch = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The project that the branch is; the default branch is the project that all are branches of. */
  project_ref: z.string(),
  is_default: z.boolean(),
  created_at: Timestamp,
  parent_project_ref: z.string(),
  status: ProjectStatus,
  sleep: z.enum(sleepStates),
  compute: Compute,
  /** Of its Postgres, such as "18.4"; null until its cluster exists. */
  db_version: z.string().nullable(),
  /** The branch that it is a copy of; null for the default branch, and name null for one that is gone. */
  source: z.object({ project_ref: z.string(), name: z.string().nullable() }).nullable(),
  with_data: z.boolean(),
  /** The time of its parent that it was restored to; null for a copy, or since its last reset. */
  restored_to: Timestamp.nullable(),
  /** When what it has was copied; null until then, and for the default branch. */
  copied_at: Timestamp.nullable(),
  /** What that took; null until then, and for one that a backup was restored to. */
  copy: BranchCopy.nullable(),
  /** What is done now to merge it into the default branch; null while nothing is. */
  merge: z.enum(['REHEARSING', 'APPLYING']).nullable(),
  /** When it deletes itself; null for never. */
  expires_at: Timestamp.nullable(),
  /** Name of the person who created it; null when that person was deleted. */
  created_by: z.string().nullable(),
  problem: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
})
export type Branch = z.infer<typeof Branch>

/** The answer to a creation: the one time that its database password is shown. */
export const CreatedBranch = Branch.extend({ db_pass: z.string() })

export const BranchInput = z.object({
  name: Name,
  /** Ref of the branch to copy; the default one when left out. */
  source_ref: z.string().optional(),
  /** Without it the branch has the structure alone, and what says which migrations were applied. */
  with_data: z.boolean().default(true),
  expires_at: Timestamp.nullable().default(null),
  compute: Compute.default('nano'),
})
export type BranchInput = z.infer<typeof BranchInput>

export const branches = resource('/platform/projects/{ref}/branches', {
  list: get('/', {
    summary: 'Branches of the project, the default one first; none while branching is not enabled. A branch answers with those of its parent',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Branch),
  }),
  estimate: get('/estimate', {
    summary: 'What it is going to take to copy a branch, the default one when none is named. Wakes nobody',
    auth: 'user',
    permission: 'preview_branches:create',
    query: z.object({ source_ref: z.string().optional() }),
    needs: 'copies',
    reply: CopyEstimate,
    errors: ['branch_not_found'],
  }),
  create: post('/', {
    summary: 'Create a branch, which enables branching; its source is copied in the background',
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
    summary: 'Rename a branch, or change when it deletes itself',
    auth: 'user',
    permission: 'preview_branches:create',
    audit: 'branch.updated',
    body: z.object({ name: Name.optional(), expires_at: Timestamp.nullable().optional() }),
    reply: Branch,
    errors: ['branch_not_found', 'branch_name_taken'],
  }),
  reset: post('/{branch}/reset', {
    summary: 'Reset a branch to its parent; changes on the branch are lost',
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
    summary: 'All branches now, and again at each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Branch),
  }),
})
