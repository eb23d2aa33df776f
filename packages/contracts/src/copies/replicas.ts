import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { Compute, DatabaseEntry, Region } from '../projects/projects.ts'

/** Steps of creating a replica in order, with their labels (spec §4). */
export const replicaSteps = [
  { id: 'requested', label: 'Requested' },
  { id: 'started', label: 'Started' },
  { id: 'launched_instance', label: 'Launched instance' },
  { id: 'initiated_setup', label: 'Initiated setup' },
  { id: 'downloaded_base_backup', label: 'Downloaded base backup' },
  { id: 'replayed_wal_archives', label: 'Replayed WAL archives' },
  { id: 'completed_setup', label: 'Completed setup' },
] as const
export type ReplicaStepId = (typeof replicaSteps)[number]['id']

/** Most replicas of a project. Its server has eight WAL senders, some of which are reserved for row changes. */
export const maxReplicas = 3

/** A read replica: its entry in the database list and its status. */
export const Replica = DatabaseEntry.extend({
  compute: Compute,
  /** Started steps, in order. */
  steps: z.array(
    z.object({
      step: z.enum(replicaSteps.map(({ id }) => id)),
      state: z.enum(['started', 'done', 'failed']),
      at: Timestamp,
      message: z.string().nullable(),
    }),
  ),
  /** Why it is unhealthy, with the last lines of the server log. */
  problem: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
})
export type Replica = z.infer<typeof Replica>

/** Replication lag of a replica. */
export const ReplicaLag = z.object({
  identifier: z.string(),
  /** Bytes of WAL that are not replayed yet. */
  bytes: z.number().int(),
  /** Last measured time from a commit on the primary to its visibility on the replica; null while nothing is written. */
  milliseconds: z.number().nullable(),
})
export type ReplicaLag = z.infer<typeof ReplicaLag>

/** States of a promotion (not in spec §4). REQUESTED, FENCED and PROMOTED are in progress. */
export const promotionStates = ['REQUESTED', 'FENCED', 'PROMOTED', 'DONE', 'FAILED'] as const

/** A promotion of a replica to primary. */
export const Promotion = z.object({
  id: z.uuid(),
  /** Identifier of the replica at that time. */
  identifier: z.string(),
  region: Region,
  is_forced: z.boolean(),
  state: z.enum(promotionStates),
  inserted_at: Timestamp,
  /** Times when the former primary stopped and the new primary accepted writes. */
  fenced_at: Timestamp.nullable(),
  promoted_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  /** True if all writes of the former primary were replayed; null until known. */
  is_complete: z.boolean().nullable(),
  /** The new timeline of the database. */
  timeline: z.number().int().nullable(),
  /** Replicas that fell behind and must be copied again. */
  copied_anew: z.number().int(),
  /** Why the promotion failed. The primary stays unchanged. */
  problem: z.string().nullable(),
})
export type Promotion = z.infer<typeof Promotion>

/** Preview of a promotion. */
export const PromotionOutlook = z.object({
  /** Why a promotion would lose data, as a sentence; null if it wouldn't. */
  obstacle: z.string().nullable(),
  is_primary_running: z.boolean(),
  /** Bytes of WAL that the replica has not replayed; null if unknown. */
  behind_bytes: z.number().int().nullable(),
  /** Last measured lag; null while nothing is written or the primary doesn't respond. */
  behind_ms: z.number().nullable(),
  /** Time of the last replayed commit. */
  replayed_at: Timestamp.nullable(),
  /** True if the primary's files are readable. Their WAL is then replayed, even if its server is down. */
  is_primary_readable: z.boolean(),
})
export type PromotionOutlook = z.infer<typeof PromotionOutlook>

/** Planned: stops writes and replays everything, or changes nothing. Forced: works even if the primary is down. */
export const PromotionInput = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('planned') }),
  z.object({ mode: z.literal('forced'), project_name: z.string().max(200) }),
])
export type PromotionInput = z.infer<typeof PromotionInput>

const busy = ['project_busy'] as const

export const replicas = resource('/platform/projects/{ref}/replicas', {
  list: get('/', { summary: 'List read replicas', auth: 'user', permission: 'projects:read', reply: z.array(Replica) }),
  create: post('/', {
    summary: 'Create a read replica in the background. Its compute size is at least that of the primary',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'replica.created',
    needsActive: true,
    body: z.object({ region: Region.default('local'), compute: Compute.default('nano') }),
    needs: 'replicas',
    reply: Replica,
    status: 201,
    errors: ['too_many_replicas', ...busy],
  }),
  restart: post('/{identifier}/restart', {
    summary: 'Restart a read replica. One that failed or fell too far behind is copied again',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'replica.restarted',
    needsActive: true,
    needs: 'replicas',
    reply: Replica,
    status: 202,
    errors: ['database_not_found', ...busy],
  }),
  remove: remove('/{identifier}', {
    summary: 'Remove a read replica. The primary is not affected',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'replica.removed',
    needs: 'replicas',
    reply: Replica,
    status: 202,
    errors: ['database_not_found', ...busy],
  }),
  promotions: get('/promotions', {
    summary: 'List promotions, newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Promotion),
  }),
  outlook: get('/{identifier}/promotion', {
    summary: 'Preview the promotion of a read replica',
    auth: 'user',
    permission: 'projects:operate',
    needs: 'promotions',
    reply: PromotionOutlook,
    errors: ['database_not_found'],
  }),
  promote: post('/{identifier}/promotion', {
    summary: 'Promote a read replica to primary. Ref, keys and addresses stay the same. A forced promotion requires the project’s name',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'replica.promoted',
    body: PromotionInput,
    needs: 'promotions',
    reply: Promotion,
    status: 202,
    errors: ['database_not_found', 'replica_not_ready', ...busy],
  }),
  lag: get('/lag', {
    summary: 'Retrieve the replication lag of streaming replicas',
    auth: 'user',
    permission: 'projects:read',
    needsActive: 'awake',
    needs: 'replicas',
    reply: z.array(ReplicaLag),
  }),
  events: get('/events', {
    summary: 'Stream read replicas: once at the start, then on each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Replica),
  }),
})
