import { z } from 'zod'
import { get, post, put, remove, resource } from '../foundation/endpoint.ts'
import { DatabasePassword, Name, Text, Timestamp } from '../foundation/values.ts'
import { FunctionsAtMoment } from '../functions/function-history.ts'
import { Pitr, PitrCommits, PitrInput } from './pitr.ts'

/** The state of a backup. COMPLETED: it exists; its proof says whether it was verified. DAMAGED: it cannot be restored. */
export const backupStatuses = ['MAKING', 'PROVING', 'COMPLETED', 'DAMAGED', 'FAILED', 'REMOVING'] as const
export type BackupStatus = (typeof backupStatuses)[number]

export const Backup = z.object({
  id: z.uuid(),
  /** `before_upgrade`: created by a Postgres upgrade. Backups of failed upgrades count as scheduled. */
  kind: z.enum(['scheduled', 'manual', 'before_upgrade']),
  /** The upgrade that created this backup first. */
  upgrade: z.object({ from_version: z.string(), to_version: z.string() }).nullable(),
  status: z.enum(backupStatuses),
  inserted_at: Timestamp,
  /** The time that it restores to; null until the backup completes. */
  taken_at: Timestamp.nullable(),
  bytes: z.number().int().nullable(),
  files: z.number().int().nullable(),
  db_version: z.string().nullable(),
  /** WAL position that it restores to, such as "0/2000028". */
  stop_lsn: z.string().nullable(),
  /** Time of the last successful verification: restored on a separate server, with all tables and indexes intact. */
  proof: z.object({ at: Timestamp, tables: z.number().int(), indexes: z.number().int() }).nullable(),
  /** When it is deleted automatically; null for never. */
  expires_at: Timestamp.nullable(),
  problem: z.string().nullable(),
  /** Time it was copied to the installation's object storage; null if not copied, or without object storage. */
  offsite_at: Timestamp.nullable(),
})
export type Backup = z.infer<typeof Backup>

/** Steps of a restore in order, with their labels. */
export const restoreSteps = [
  { id: 'requested', label: 'Requested' },
  { id: 'checked', label: 'Checked and copied files' },
  { id: 'recovered', label: 'Recovered the database' },
  { id: 'placed', label: 'Moved into place' },
  { id: 'completed', label: 'Answered the first query' },
] as const
export type RestoreStepId = (typeof restoreSteps)[number]['id']

export const Restore = z.object({
  id: z.uuid(),
  /** The backup to start from, which is neither verified again nor removed during the restore; null once it was removed. */
  backup_id: z.uuid().nullable(),
  /** The restored point in time. */
  restored_to: Timestamp,
  /** Ref of the project itself, or of the new project, which exists from the step `placed` on. */
  target_ref: z.string(),
  /** Name of the new project or branch; null for the project itself. */
  target_name: z.string().nullable(),
  is_branch: z.boolean(),
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  inserted_at: Timestamp,
  /** Completed steps, in order. */
  steps: z.array(z.object({ step: z.enum(restoreSteps.map(({ id }) => id)), at: Timestamp })),
  /** Why it failed. Before the step `placed`, the project is unchanged. */
  problem: z.string().nullable(),
})
export type Restore = z.infer<typeof Restore>

/** Number of restores in a report. */
export const restoresListed = 5

/** Backups of a project, newest first, and recent restores. */
export const BackupReport = z.object({
  backups: z.array(Backup),
  restores: z.array(Restore),
  kept_days: z.number().int(),
  manual_most: z.number().int(),
  /** Time of the next daily backup; null while the project isn't active. */
  next_at: Timestamp.nullable(),
  /** True if the installation copies backups to object storage. */
  is_offsite: z.boolean(),
  /** Point-in-time recovery; null while it is off. */
  pitr: Pitr.nullable(),
  /** Available recovery windows in days; empty for a branch, which has no PITR. */
  pitr_days: z.array(z.number().int()),
})
export type BackupReport = z.infer<typeof BackupReport>

/** Times that can only be restored from this backup, as ranges; none when another backup covers them. */
export const BackupRemoval = z.object({ lost: z.array(z.object({ starts_at: Timestamp, ends_at: Timestamp })) })
export type BackupRemoval = z.infer<typeof BackupRemoval>

/** Restore in place, which discards all later changes and requires the project's name; or into a new project or branch. */
export const RestoreInput = z.discriminatedUnion('target', [
  z.object({ target: z.literal('project'), project_name: Text(200) }),
  z.object({
    target: z.literal('new'),
    name: Name,
    /** Generated if omitted. */
    db_pass: DatabasePassword.optional(),
  }),
  z.object({ target: z.literal('branch'), name: Name }),
])
export type RestoreInput = z.infer<typeof RestoreInput>

/** A restore to any time in the recoverable ranges. It contains exactly the commits up to that time. */
export const PitrRestoreInput = z.object({ at: Timestamp, into: RestoreInput })
export type PitrRestoreInput = z.infer<typeof PitrRestoreInput>

/** The response to a restore. A generated password is shown only here. */
export const BegunRestore = Restore.extend({ db_pass: z.string().nullable() })
export type BegunRestore = z.infer<typeof BegunRestore>

const member = { auth: 'user', permission: 'projects:read' } as const
const operator = { auth: 'user', permission: 'projects:operate' } as const

export const backups = resource('/platform/projects/{ref}/backups', {
  report: get('/', { summary: 'List backups and recent restores. Does not wake the project', ...member, reply: BackupReport }),
  create: post('/', {
    summary: 'Create a backup. It is created and verified in the background',
    ...operator,
    audit: 'backup.created',
    needsActive: true,
    needs: 'backups',
    reply: Backup,
    status: 202,
    errors: ['too_many_backups', 'project_busy'],
  }),
  prove: post('/{id}/prove', {
    summary: 'Verify a backup again by restoring it on a separate server',
    ...operator,
    audit: 'backup.proved',
    needs: 'backups',
    reply: Backup,
    status: 202,
    errors: ['backup_not_found', 'project_busy'],
  }),
  restore: post('/{id}/restore', {
    summary: 'Restore a backup in place, to a new project or to a branch',
    ...operator,
    audit: 'backup.restored',
    body: RestoreInput,
    needs: 'backups',
    reply: BegunRestore,
    status: 202,
    errors: ['backup_not_found', 'project_busy', 'project_name_taken', 'branch_name_taken', 'too_many_branches'],
  }),
  previewRemoval: get('/{id}/removal', {
    summary: 'Preview what can no longer be restored after a backup is removed',
    ...member,
    reply: BackupRemoval,
    errors: ['backup_not_found'],
  }),
  remove: remove('/{id}', {
    summary: 'Remove a backup',
    ...operator,
    audit: 'backup.removed',
    reply: Backup,
    status: 202,
    errors: ['backup_not_found', 'project_busy'],
  }),
  download: get('/{id}/download', {
    summary: 'Download a backup as a tar archive with manifest.json and `data`, a data directory for the same Postgres version',
    ...operator,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['backup_not_found', 'backup_damaged'],
  }),
  changePitr: put('/pitr', {
    summary: 'Turn point-in-time recovery on, with a recovery window in days, or off. Applied in the background',
    ...operator,
    audit: 'backup.pitr_changed',
    body: PitrInput,
    needs: 'backups',
    reply: BackupReport,
    status: 202,
    errors: ['project_wake_failed'],
  }),
  readArchive: post('/pitr/read', {
    summary: 'Check the WAL archive in the background. This also runs once a day',
    ...operator,
    audit: 'backup.archive_read',
    needs: 'backups',
    reply: BackupReport,
    status: 202,
  }),
  listCommits: get('/pitr/commits', {
    summary: 'List commits around a point in time, with the number of changed rows per table',
    ...operator,
    needsActive: true,
    query: z.object({ at: Timestamp }),
    needs: 'backups',
    reply: PitrCommits,
    errors: ['moment_not_recoverable', 'backup_damaged'],
  }),
  restoreTo: post('/pitr/restore', {
    summary: 'Restore the database to a point in time: in place, to a new project or to a branch',
    ...operator,
    audit: 'backup.restored',
    body: PitrRestoreInput,
    needs: 'backups',
    reply: BegunRestore,
    status: 202,
    errors: ['moment_not_recoverable', 'project_busy', 'project_name_taken', 'branch_name_taken', 'too_many_branches'],
  }),
  listFunctions: get('/functions', {
    summary: 'Compare edge functions at a point in time with the current ones',
    ...member,
    query: z.object({ at: Timestamp }),
    needs: 'backups',
    reply: FunctionsAtMoment,
  }),
  events: get('/events', {
    summary: 'Stream the backup report: once at the start, then on each change',
    ...member,
    stream: true,
    reply: BackupReport,
  }),
})
