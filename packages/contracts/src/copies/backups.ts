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
  /** `before_upgrade`: made by an upgrade of Postgres, of what there was; those of upgrades that came to nothing are scheduled ones. */
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
  /** Position in WAL that it restores to, e.g. "0/2000028". */
  stop_lsn: z.string().nullable(),
  /** When it was last restored on a server of its own, and all its tables and indexes were found to be sound. */
  proof: z.object({ at: Timestamp, tables: z.number().int(), indexes: z.number().int() }).nullable(),
  /** When it is deleted automatically; null for never. */
  expires_at: Timestamp.nullable(),
  problem: z.string().nullable(),
  /** When it was copied to the installation's object storage; null until then, and where there is none. */
  offsite_at: Timestamp.nullable(),
})
export type Backup = z.infer<typeof Backup>

/** What is done until a backup is restored, in order, with the words that people see. */
export const restoreSteps = [
  { id: 'requested', label: 'Requested' },
  { id: 'checked', label: 'Checked and copied every file' },
  { id: 'recovered', label: 'Recovered the database' },
  { id: 'placed', label: 'Put it in place' },
  { id: 'completed', label: 'Answered the first query' },
] as const
export type RestoreStepId = (typeof restoreSteps)[number]['id']

export const Restore = z.object({
  id: z.uuid(),
  /** The backup to start from, which is neither verified again nor removed during the restore; null once it was removed. */
  backup_id: z.uuid().nullable(),
  /** The moment that is restored. */
  restored_to: Timestamp,
  /** The project itself, or the ref of the new one, which is there from the step `placed` on. */
  target_ref: z.string(),
  /** Name of the new project or branch; null for the project itself. */
  target_name: z.string().nullable(),
  is_branch: z.boolean(),
  status: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  inserted_at: Timestamp,
  /** Those that are done, in order. */
  steps: z.array(z.object({ step: z.enum(restoreSteps.map(({ id }) => id)), at: Timestamp })),
  /** Why it failed. The project is as it was before, unless it was put in place. */
  problem: z.string().nullable(),
})
export type Restore = z.infer<typeof Restore>

/** Restores that a report lists. */
export const restoresListed = 5

/** Backups of a project, newest first, and what was restored lately. */
export const BackupReport = z.object({
  backups: z.array(Backup),
  restores: z.array(Restore),
  kept_days: z.number().int(),
  manual_most: z.number().int(),
  /** When the next daily one is due; null while the project is not active. */
  next_at: Timestamp.nullable(),
  /** Whether the installation copies backups to an object storage elsewhere. */
  is_offsite: z.boolean(),
  /** Point-in-time recovery; null while it is off. */
  pitr: Pitr.nullable(),
  /** Days that its window may have; none for a branch, which has no recovery of its own. */
  pitr_days: z.array(z.number().int()),
})
export type BackupReport = z.infer<typeof BackupReport>

/** Times that can only be restored from this backup, as ranges; none when another backup covers them. */
export const BackupRemoval = z.object({ lost: z.array(z.object({ starts_at: Timestamp, ends_at: Timestamp })) })
export type BackupRemoval = z.infer<typeof BackupRemoval>

/** In place: everything since then is lost, so the project's name is given. Else as another project of the organization, or as another branch. */
export const RestoreInput = z.discriminatedUnion('target', [
  z.object({ target: z.literal('project'), project_name: Text(200) }),
  z.object({
    target: z.literal('new'),
    name: Name,
    /** Generated when left out. */
    db_pass: DatabasePassword.optional(),
  }),
  z.object({ target: z.literal('branch'), name: Name }),
])
export type RestoreInput = z.infer<typeof RestoreInput>

/** To any moment of the recoverable ranges: every commit until then, and none after. */
export const PitrRestoreInput = z.object({ at: Timestamp, into: RestoreInput })
export type PitrRestoreInput = z.infer<typeof PitrRestoreInput>

/** The answer to a restore: the one time that a generated password is shown. */
export const BegunRestore = Restore.extend({ db_pass: z.string().nullable() })
export type BegunRestore = z.infer<typeof BegunRestore>

const member = { auth: 'user', permission: 'projects:read' } as const
const operator = { auth: 'user', permission: 'projects:operate' } as const

export const backups = resource('/platform/projects/{ref}/backups', {
  report: get('/', { summary: 'Backups of the project, and what was restored lately; wakes nothing', ...member, reply: BackupReport }),
  create: post('/', {
    summary: 'Create a backup now; it is created and then verified in the background',
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
    summary: 'Restore a backup, in place of the database that the project has, as a new project or as a branch',
    ...operator,
    audit: 'backup.restored',
    body: RestoreInput,
    needs: 'backups',
    reply: BegunRestore,
    status: 202,
    errors: ['backup_not_found', 'project_busy', 'project_name_taken', 'branch_name_taken', 'too_many_branches'],
  }),
  previewRemoval: get('/{id}/removal', {
    summary: 'What could no longer be recovered without a backup',
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
    summary: 'A backup as a tar archive: manifest.json, and the folder `data` that a Postgres of the same version starts on',
    ...operator,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['backup_not_found', 'backup_damaged'],
  }),
  changePitr: put('/pitr', {
    summary: 'Turn point-in-time recovery on, with a window of so many days, or off; done in the background',
    ...operator,
    audit: 'backup.pitr_changed',
    body: PitrInput,
    needs: 'backups',
    reply: BackupReport,
    status: 202,
    errors: ['project_wake_failed'],
  }),
  readArchive: post('/pitr/read', {
    summary: 'Check all retained WAL now, in the background; this also happens once a day',
    ...operator,
    audit: 'backup.archive_read',
    needs: 'backups',
    reply: BackupReport,
    status: 202,
  }),
  listCommits: get('/pitr/commits', {
    summary: 'What was committed around a moment: when, and how many rows of which tables it changed',
    ...operator,
    needsActive: true,
    query: z.object({ at: Timestamp }),
    needs: 'backups',
    reply: PitrCommits,
    errors: ['moment_not_recoverable', 'backup_damaged'],
  }),
  restoreTo: post('/pitr/restore', {
    summary: 'Restore the database as it was at a moment, in place of the one that the project has, as a new project or as a branch',
    ...operator,
    audit: 'backup.restored',
    body: PitrRestoreInput,
    needs: 'backups',
    reply: BegunRestore,
    status: 202,
    errors: ['moment_not_recoverable', 'project_busy', 'project_name_taken', 'branch_name_taken', 'too_many_branches'],
  }),
  listFunctions: get('/functions', {
    summary: 'Show edge functions as they were at a moment that can be restored, beside what they are now',
    ...member,
    query: z.object({ at: Timestamp }),
    needs: 'backups',
    reply: FunctionsAtMoment,
  }),
  events: get('/events', { summary: 'The report now, and again at each change', ...member, stream: true, reply: BackupReport }),
})
