import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import { Compute, DatabaseEntry, Region } from '../projects/projects.ts'

/** Spec §4: what is done until a replica answers, in order, with the words that people see. */
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

/** Replicas of one project: its server streams to eight at most, and some of that is for following changes of rows. */
export const maxReplicas = 3

/** A read replica of a project's database, as an entry of the database list, and how it is. */
export const Replica = DatabaseEntry.extend({
  compute: Compute,
  /** Those that were begun, in order. */
  steps: z.array(
    z.object({
      step: z.enum(replicaSteps.map(({ id }) => id)),
      state: z.enum(['started', 'done', 'failed']),
      at: Timestamp,
      message: z.string().nullable(),
    }),
  ),
  /** Why it is not healthy, with the last lines of the server's log. */
  problem: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
})
export type Replica = z.infer<typeof Replica>

/** How far a replica is behind its primary. */
export const ReplicaLag = z.object({
  identifier: z.string(),
  /** Bytes of WAL that it has yet to replay. */
  bytes: z.number().int(),
  /** Between a commit on the primary and its being seen on the replica, as last measured; null while nothing is written. */
  milliseconds: z.number().nullable(),
})
export type ReplicaLag = z.infer<typeof ReplicaLag>

/** Spec §4 has none: how far a promotion has come. REQUESTED, FENCED and PROMOTED are on their way. */
export const promotionStates = ['REQUESTED', 'FENCED', 'PROMOTED', 'DONE', 'FAILED'] as const

/** A replica in the place of its primary. */
export const Promotion = z.object({
  id: z.uuid(),
  /** Of the replica, as it was called then. */
  identifier: z.string(),
  region: Region,
  is_forced: z.boolean(),
  state: z.enum(promotionStates),
  inserted_at: Timestamp,
  /** When the primary had stopped, and when the new one took writes. */
  fenced_at: Timestamp.nullable(),
  promoted_at: Timestamp.nullable(),
  finished_at: Timestamp.nullable(),
  /** Whether all that the former primary had written is there; null until it is known. */
  is_complete: z.boolean().nullable(),
  /** The timeline that the database is on since then. */
  timeline: z.number().int().nullable(),
  /** Replicas that fell behind and must be copied again. */
  copied_anew: z.number().int(),
  /** Why nothing has changed. */
  problem: z.string().nullable(),
})
export type Promotion = z.infer<typeof Promotion>

/** What a promotion would do now. */
export const PromotionOutlook = z.object({
  /** Why it can't be done without a loss, in a sentence; null when it can. */
  obstacle: z.string().nullable(),
  is_primary_running: z.boolean(),
  /** Bytes of WAL that the primary has written and the replica not replayed; null when one of them does not tell. */
  behind_bytes: z.number().int().nullable(),
  /** As last measured; null while nothing is written, or the primary does not tell. */
  behind_ms: z.number().nullable(),
  /** Time of the last commit that the replica has. */
  replayed_at: Timestamp.nullable(),
  /** Whether the primary's files can be read: what they have of its WAL is replayed, also when its server is dead. */
  is_primary_readable: z.boolean(),
})
export type PromotionOutlook = z.infer<typeof PromotionOutlook>

/** Planned: writes stop, the replica replays everything, or nothing changes. Forced: also when the primary is dead. */
export const PromotionInput = z.discriminatedUnion('mode', [
  z.object({ mode: z.literal('planned') }),
  z.object({ mode: z.literal('forced'), project_name: z.string().max(200) }),
])
export type PromotionInput = z.infer<typeof PromotionInput>

const busy = ['project_busy'] as const

export const replicas = resource('/platform/projects/{ref}/replicas', {
  list: get('/', { summary: 'Read replicas of the project', auth: 'user', permission: 'projects:read', reply: z.array(Replica) }),
  create: post('/', {
    summary: 'Create a read replica; it comes up in the background. Its size is at least what the primary needs of it',
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
    summary: 'Restart a replica; one that failed or has fallen too far behind is copied again',
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
    summary: 'Drop a replica; its primary keeps everything',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'replica.removed',
    needs: 'replicas',
    reply: Replica,
    status: 202,
    errors: ['database_not_found', ...busy],
  }),
  promotions: get('/promotions', {
    summary: 'Promotions of the project, newest first',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(Promotion),
  }),
  outlook: get('/{identifier}/promotion', {
    summary: 'What it would mean to promote the replica now',
    auth: 'user',
    permission: 'projects:operate',
    needs: 'promotions',
    reply: PromotionOutlook,
    errors: ['database_not_found'],
  }),
  promote: post('/{identifier}/promotion', {
    summary: 'Have the replica change places with the primary, under the same ref, keys and addresses; by force it asks for the name of the project',
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
    summary: 'How far the replicas that stream are behind the primary',
    auth: 'user',
    permission: 'projects:read',
    needsActive: 'awake',
    needs: 'replicas',
    reply: z.array(ReplicaLag),
  }),
  events: get('/events', {
    summary: 'All replicas now, and again at each change',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: z.array(Replica),
  }),
})
