import { z } from 'zod'
import { capabilities, drivers } from '../foundation/capabilities.ts'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { DatabasePassword, Name, Timestamp } from '../foundation/values.ts'

export const projectStatuses = [
  'COMING_UP',
  'ACTIVE_HEALTHY',
  'PAUSING',
  'INACTIVE',
  'RESTORING',
  'UPGRADING',
  'GOING_DOWN',
  'REMOVED',
  'INIT_FAILED',
  'UNHEALTHY',
] as const
export const ProjectStatus = z.enum(projectStatuses)
export type ProjectStatus = z.infer<typeof ProjectStatus>

/** Statuses that allow a resize, which restarts the server. */
export const resizableStatuses = ['ACTIVE_HEALTHY', 'UNHEALTHY'] as const satisfies readonly ProjectStatus[]

export function isResizable({ status }: { readonly status: ProjectStatus }): boolean {
  return resizableStatuses.some((each) => each === status)
}

/** Compute sizes: shared buffers, connections and background processes of a project's cluster. */
export const computes = [
  { id: 'nano', name: 'Nano', buffers_mb: 16, connections: 40, workers: 4 },
  { id: 'micro', name: 'Micro', buffers_mb: 128, connections: 60, workers: 6 },
  { id: 'small', name: 'Small', buffers_mb: 256, connections: 90, workers: 8 },
  { id: 'medium', name: 'Medium', buffers_mb: 512, connections: 120, workers: 8 },
  { id: 'large', name: 'Large', buffers_mb: 1_024, connections: 160, workers: 12 },
] as const
export const Compute = z.enum(['nano', 'micro', 'small', 'medium', 'large'])
export type Compute = z.infer<typeof Compute>

/** The 16 regions of the specification's map, and this machine. */
export const regions = [
  { id: 'local', name: 'This machine' },
  { id: 'us-west-1', name: 'West US (North California)' },
  { id: 'us-west-2', name: 'West US (Oregon)' },
  { id: 'us-east-1', name: 'East US (North Virginia)' },
  { id: 'us-east-2', name: 'East US (Ohio)' },
  { id: 'ca-central-1', name: 'Canada (Central)' },
  { id: 'eu-west-1', name: 'West EU (Ireland)' },
  { id: 'eu-west-2', name: 'West Europe (London)' },
  { id: 'eu-west-3', name: 'West EU (Paris)' },
  { id: 'eu-central-1', name: 'Central EU (Frankfurt)' },
  { id: 'eu-north-1', name: 'North EU (Stockholm)' },
  { id: 'ap-south-1', name: 'South Asia (Mumbai)' },
  { id: 'ap-southeast-1', name: 'Southeast Asia (Singapore)' },
  { id: 'ap-northeast-1', name: 'Northeast Asia (Tokyo)' },
  { id: 'ap-northeast-2', name: 'Northeast Asia (Seoul)' },
  { id: 'ap-southeast-2', name: 'Oceania (Sydney)' },
  { id: 'sa-east-1', name: 'South America (São Paulo)' },
] as const
export const Region = z.enum(regions.map((region) => region.id))
export type Region = z.infer<typeof Region>

/** Sleep state of an ACTIVE_HEALTHY project. An idle project falls asleep, and the next connection wakes it. */
export const sleepStates = ['awake', 'falling_asleep', 'asleep', 'waking'] as const
export type SleepState = (typeof sleepStates)[number]

/** A project (spec §3) with its current state. */
export const Project = z.object({
  ref: z.string(),
  name: z.string(),
  status: ProjectStatus,
  sleep: z.enum(sleepStates),
  /** Start of the last sleep; null if none is recorded. */
  slept_at: Timestamp.nullable(),
  /** Ref of the parent project of a branch. */
  parent_project_ref: z.string().nullable(),
  /** True for a branch, and for a project with branching enabled. */
  is_branch_enabled: z.boolean(),
  organization_id: z.uuid(),
  organization_slug: z.string(),
  region: Region,
  compute: Compute,
  /** `external`: Colonnade doesn't run its server, and `compute` has no meaning. */
  driver: z.enum(drivers),
  /** Features beyond reading and changing its database. */
  capabilities: z.array(z.enum(capabilities)),
  inserted_at: Timestamp,
  /** Such as "18.4"; null until the cluster exists. */
  db_version: z.string().nullable(),
  db_host: z.string().nullable(),
  db_port: z.number().int().nullable(),
  /** True if a restore generated the database password, and nobody has confirmed saving it or reset it since. */
  is_password_unkept: z.boolean(),
  /** Why it is INIT_FAILED or UNHEALTHY, with the last lines of the server log. */
  problem: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
})
export type Project = z.infer<typeof Project>

/** A new project. A generated password is shown only here. */
export const CreatedProject = Project.extend({ db_pass: z.string().nullable() })

export const ProjectInput = z.object({
  organization_slug: z.string().min(1),
  name: Name,
  region: Region.default('local'),
  /** Generated if omitted. */
  db_pass: DatabasePassword.optional(),
  compute: Compute.default('nano'),
  /** Postgres major version, such as "17". The newest if omitted. */
  postgres_version: z.string().max(3).optional(),
})

/** Statuses of a read replica, those of spec §4 first. Only healthy replicas and those coming up accept requests. */
export const replicaStatuses = [
  'ACTIVE_HEALTHY',
  'INIT_READ_REPLICA',
  'COMING_UP',
  'INIT_READ_REPLICA_FAILED',
  'INACTIVE',
  'UNHEALTHY',
  'GOING_DOWN',
] as const
export const ReplicaStatus = z.enum(replicaStatuses)
export type ReplicaStatus = z.infer<typeof ReplicaStatus>

/** An entry of the database list (spec §3). The primary's identifier is the project's ref; a replica's has a suffix. */
export const DatabaseEntry = z.object({
  identifier: z.string(),
  database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
  region: Region,
  status: z.union([ProjectStatus, ReplicaStatus]),
  inserted_at: Timestamp,
  /** null, like the port, while a replica is unreachable. */
  db_host: z.string().nullable(),
  db_port: z.number().int().nullable(),
  db_name: z.string(),
  db_user: z.string(),
  /** Has [YOUR-PASSWORD] as a placeholder; null while there is no port. */
  connection_string: z.string().nullable(),
  pool_mode: z.enum(['transaction', 'session']).nullable(),
})
export type DatabaseEntry = z.infer<typeof DatabaseEntry>

/** An event of a project, ordered by `id`. `step` events come in pairs: started, then done or failed. */
export const ProjectEvent = z.object({
  id: z.number().int(),
  at: Timestamp,
  kind: z.enum(['status', 'step']),
  status: ProjectStatus,
  /** Name of the step (see `projectSteps`); null for a status change. */
  step: z.string().nullable(),
  state: z.enum(['started', 'done', 'failed']).nullable(),
  message: z.string().nullable(),
})
export type ProjectEvent = z.infer<typeof ProjectEvent>

/** Steps of creating a project in order, with their labels. */
export const projectSteps = [
  { id: 'claim', label: 'Preparing the data directory' },
  { id: 'start', label: 'Starting Postgres' },
  { id: 'bootstrap', label: 'Setting up roles and schemas' },
  { id: 'password', label: 'Setting the database password' },
  { id: 'verify', label: 'Answering the first query' },
] as const
/** Steps of creating a branch, which starts with a copy. */
export const branchSteps = [{ id: 'copy', label: 'Copying the database' }, ...projectSteps.slice(1)] as const
export type ProjectStep = (typeof projectSteps | typeof branchSteps)[number]['id']

/** Database activity on the project's Overview. */
export const ProjectActivity = z.object({
  /** Size of the user's database in bytes. */
  database_bytes: z.number().int(),
  /** Bytes on disk: data, WAL and logs; null if Colonnade doesn't run the server. */
  disk_bytes: z.number().int().nullable(),
  tables: z.number().int(),
  active_connections: z.number().int(),
  /** Connections that are running a statement. */
  active_queries: z.number().int(),
  max_connections: z.number().int(),
  /** Since the statistics were started. */
  transactions: z.number().int(),
  cache_hit_ratio: z.number().nullable(),
  /** Start time of the server. */
  started_at: Timestamp,
})
export type ProjectActivity = z.infer<typeof ProjectActivity>

export const projects = resource('/platform/projects', {
  list: get('/', {
    summary: 'List projects of all your organizations, without branches',
    auth: 'user',
    tokens: 'projects:read',
    reply: z.array(Project),
  }),
  create: post('/', {
    summary: 'Create a project. It starts in the background',
    auth: 'user',
    permission: 'projects:create',
    audit: 'project.created',
    body: ProjectInput,
    reply: CreatedProject,
    status: 201,
    errors: ['organization_not_found', 'project_name_taken', 'postgres_version_not_available'],
  }),
  retrieve: get('/{ref}', { summary: 'Retrieve a project', auth: 'user', permission: 'projects:read', reply: Project }),
  update: patch('/{ref}', {
    summary: 'Rename a project',
    auth: 'user',
    permission: 'projects:update',
    audit: 'project.updated',
    body: z.object({ name: Name }),
    reply: Project,
    errors: ['project_name_taken'],
  }),
  remove: remove('/{ref}', {
    summary: 'Delete a project and everything in it',
    auth: 'user',
    permission: 'projects:delete',
    audit: 'project.removed',
    reply: Project,
    status: 202,
    errors: ['project_has_branches'],
  }),
  pause: post('/{ref}/pause', {
    summary: 'Pause a project. Its data is retained',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.paused',
    reply: Project,
    status: 202,
    errors: ['project_busy'],
  }),
  restore: post('/{ref}/restore', {
    summary: 'Resume a paused or failed project',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.restored',
    reply: Project,
    status: 202,
    errors: ['project_busy'],
  }),
  restart: post('/{ref}/restart', {
    summary: 'Restart a project',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.restarted',
    needs: 'machine',
    reply: Project,
    status: 202,
    errors: ['project_busy'],
  }),
  resize: post('/{ref}/resize', {
    summary: 'Change the compute size of a project. Restarts it',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.resized',
    body: z.object({ compute: Compute }),
    needs: 'machine',
    reply: Project,
    status: 202,
    errors: ['project_busy'],
  }),
  databases: get('/{ref}/databases', {
    summary: 'List the primary database and its read replicas',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(DatabaseEntry),
  }),
  resetPassword: post('/{ref}/database/password', {
    summary: 'Reset the password of the role postgres, to a given or generated one. It is shown only once',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.password_reset',
    needsActive: true,
    body: z.object({ db_pass: DatabasePassword.optional() }),
    needs: 'machine',
    reply: z.object({ db_pass: z.string() }),
  }),
  keepPassword: post('/{ref}/database/password/kept', {
    summary: 'Confirm that the database password generated by a restore was saved',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.password_kept',
    reply: Project,
  }),
  activity: get('/{ref}/activity', {
    summary: 'Retrieve size, connections and traffic of the database',
    auth: 'user',
    permission: 'projects:read',
    needsActive: 'awake',
    reply: ProjectActivity,
  }),
  events: get('/{ref}/events', {
    summary: 'Stream events of the project: those since the Last-Event-ID header, then live',
    auth: 'user',
    permission: 'projects:read',
    stream: true,
    reply: ProjectEvent,
  }),
})

export const organizationProjects = resource('/platform/organizations/{slug}/projects', {
  list: get('/', {
    summary: 'List your projects in an organization, without branches',
    auth: 'user',
    permission: 'organization:read',
    tokens: 'projects:read',
    reply: z.array(Project),
  }),
})
