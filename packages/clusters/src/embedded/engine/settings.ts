import { discardingArchiveCommand } from '../../archiving.ts'
import { computeTable } from '../../compute.ts'
import type { ComputeSize } from '../../clusters.ts'
import { logins } from '../../logins.ts'
import { type OwnNames, ownNames } from '../../own-names.ts'
import { majorOf } from './engines.ts'
import { loopback } from '../storage/ports.ts'

export interface SettingsInput {
  /** of the engine, e.g. "18.4" */
  readonly version: string
  readonly compute: ComputeSize
  readonly port: number
  /** the private socket folder */
  readonly socket: string
  readonly log: string
  /** what `ps` shows of each of its processes: "postgres: NAME: checkpointer" */
  readonly processName: string
  /** The folder that WAL is archived to; none: nowhere. */
  readonly archive?: string | undefined
  /** For a replica: whom it follows. */
  readonly primary?: PrimaryAddress | undefined
  /** For a replica that takes its primary's place: the timeline that it leaves; null for the one that its own files say. */
  readonly leaves?: number | null | undefined
}

/** Of a cluster that runs for people. */
export interface ClusterSettingsInput extends SettingsInput {
  /** The file that says who may come in: `accessText`. */
  readonly access: string
  /** Only our superuser comes in. */
  readonly isClosed: boolean
}

/** How a replica reaches its primary, over the socket that trusts whoever can open it. */
export interface PrimaryAddress {
  readonly socket: string
  readonly port: number
  readonly compute: ComputeSize
  readonly slot: string
  /** what the primary calls the replica in pg_stat_replication */
  readonly name: string
  /** What our roles are called there; undefined as long as nobody has asked it. */
  readonly names: OwnNames | undefined
}

/** The text of a cluster's settings.conf, the one file that its postgresql.conf includes. */
export function settingsText(input: ClusterSettingsInput): string {
  const following = input.primary === undefined ? {} : standbySettings(input.compute, input.primary)
  const leaving = input.leaves === undefined ? {} : leavingSettings(input.leaves)
  const closing = input.isClosed ? closedSettings : {}
  return render({ ...commonSettings(input), ...networkSettings(input), ...durableSettings(input.archive), ...following, ...leaving, ...closing })
}

/** Of a cluster that is loaded already and runs for the first time as it will: nobody but us comes in, and what it writes is nobody's. */
export function trialSettingsText(input: SettingsInput): string {
  return render({ ...commonSettings(input), listen_addresses: '', autovacuum: false, max_logical_replication_workers: 0 })
}

/** Settings for making a template: nothing is durable, nobody but us comes in. */
export function templateSettingsText(input: SettingsInput): string {
  return render({
    ...commonSettings(input),
    listen_addresses: '',
    fsync: false,
    full_page_writes: false,
    synchronous_commit: false,
    autovacuum: false,
  })
}

/** Settings for the short life of an empty cluster that a whole other one is loaded into. Nobody but us comes in, and nothing is durable. */
export function loadingSettingsText(input: SettingsInput): string {
  return render({
    ...commonSettings(input),
    listen_addresses: '',
    // one for each role that owns something
    max_connections: 30,
    shared_preload_libraries: '',
    // all objects of a database are created in one transaction
    max_locks_per_transaction: 4_096,
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '1GB',
    fsync: false,
    full_page_writes: false,
    synchronous_commit: false,
    autovacuum: false,
  })
}

/** Up to where a server recovers. */
export interface RecoveryTarget {
  /** The timeline that it follows; else that of the copy. */
  readonly timeline?: number
  /** Every commit until then (ISO 8601) and none after; else all that the copy itself has. Zones are not known by names that early. */
  readonly at?: string | undefined
}

/**
 * Settings for the recovery server of a copy, which replays WAL up to the target and then becomes an independent cluster. Only we can
 * connect, nothing is durable until all of it is written, and it takes part in no replication.
 */
export function recoverySettingsText(input: SettingsInput, { timeline, at }: RecoveryTarget = {}): string {
  return render({
    ...commonSettings(input),
    listen_addresses: '',
    // a server that nobody reads from while it recovers may have other limits than its source (PostgreSQL documentation, "Hot Standby")
    hot_standby: false,
    ...(at === undefined ? { recovery_target: 'immediate' } : { recovery_target_time: at.replace(/Z$/, '+00') }),
    recovery_target_timeline: timeline ?? 'current',
    recovery_target_action: 'promote',
    // what it needs is in its own pg_wal
    restore_command: 'false',
    max_logical_replication_workers: 0,
    max_connections: 10,
    shared_preload_libraries: '',
    // all tables of a database may be emptied at once
    max_locks_per_transaction: 4_096,
    fsync: false,
    full_page_writes: false,
    synchronous_commit: false,
    autovacuum: false,
  })
}

/**
 * Who may come into a cluster in which way (`pg_hba.conf`). Whoever can open the socket is trusted: its folder is closed to all but us and the
 * cluster.
 *
 * @param names what our roles are called; undefined as long as nobody has asked the server
 */
export function accessText(names: OwnNames | undefined, isClosed: boolean): string {
  const rules = isClosed ? closedAccess(names === undefined ? ['current', 'former'] : [names]) : openAccess(names ?? 'current')
  return `# Written by Colonnade: changes here are lost.\n${rules.join('\n')}\n`
}

function openAccess(names: OwnNames): string[] {
  const own = [...Object.values(ownNames[names]), 'authenticator', 'supabase_auth_admin', 'platform_realtime'].join(',')
  return [
    privateRules,
    ...['all', 'replication'].map((database) => `host ${database} ${own} all reject`),
    ...['all', 'replication'].map((database) => `host ${database} all all scram-sha-256`),
  ].flat()
}

function closedAccess(names: readonly OwnNames[]): string[] {
  return [`local all ${names.map((each) => ownNames[each].administrator).join(',')} trust`]
}

const privateRules = ['local all all trust', 'local replication all trust']

/** The same for servers that nobody but us can reach, in their data folder. */
export const privateAccessText = `${privateRules.join('\n')}\n`

/** The whole of postgresql.conf; the path is relative to the data folder. */
export const configurationText = `include '../settings.conf'\n`

type Settings = { readonly [name: string]: string | number | boolean }

function commonSettings({ version, compute, port, socket, log, processName }: SettingsInput): Settings {
  const size = computeTable[compute]
  return {
    port,
    unix_socket_directories: `"${socket.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    cluster_name: processName,
    shared_buffers: `${size.sharedBuffersMb}MB`,
    effective_cache_size: `${size.effectiveCacheMb}MB`,
    work_mem: `${size.workMemMb}MB`,
    maintenance_work_mem: `${size.maintenanceWorkMemMb}MB`,
    max_connections: size.maxConnections,
    max_worker_processes: size.maxWorkerProcesses,
    max_parallel_workers: size.maxParallelWorkers,
    max_parallel_workers_per_gather: Math.floor(size.maxParallelWorkers / 2),
    max_locks_per_transaction: size.maxLocksPerTransaction,
    max_pred_locks_per_transaction: size.maxLocksPerTransaction,
    // three replicas, two readers of changes and a copy, with room for those of the owners
    max_wal_senders: 8,
    max_replication_slots: 8,
    autovacuum_max_workers: 2,
    // workers for reading would be two or three more processes per project
    ...(majorOf(version) >= 18 && { autovacuum_worker_slots: 4, io_method: 'sync' }),
    huge_pages: 'off',
    jit: false,
    wal_buffers: '256kB',
    wal_level: 'logical',
    min_wal_size: '16MB',
    max_wal_size: `${size.maxWalSizeMb}MB`,
    max_slot_wal_keep_size: `${size.maxSlotWalMb}MB`,
    shared_preload_libraries: 'pg_stat_statements',
    'pg_stat_statements.max': size.statementsTracked,
    password_encryption: 'scram-sha-256',
    timezone: 'UTC',
    log_timezone: 'UTC',
    logging_collector: true,
    log_destination: 'jsonlog',
    log_directory: log,
    log_filename: 'postgres-%Y%m%d-%H%M%S.log',
    log_file_mode: '0600',
    log_rotation_size: '4MB',
    log_rotation_age: '1d',
    log_min_duration_statement: '2s',
    log_lock_waits: true,
    log_checkpoints: false,
    // a server that restarts itself would look unchanged to the supervisor, even if it never comes up: on a full disk, Postgres 18 waited
    // for a checkpoint that never came. The supervisor restarts it instead (PostgreSQL documentation, "Error Handling")
    restart_after_crash: false,
    // an idle project writes nothing; this only bounds the recovery of a busy one
    checkpoint_timeout: '5min',
  }
}

function networkSettings({ port, access }: ClusterSettingsInput): Settings {
  return { listen_addresses: loopback, port, hba_file: access }
}

/** Only we can connect, and subscriptions stop receiving changes. */
const closedSettings: Settings = { listen_addresses: '', max_logical_replication_workers: 0, autovacuum: false }

/**
 * Archiving is on from the start, because turning it on needs a restart; until it is set up each segment counts as archived. A command and
 * a library together would end the archiver.
 */
function durableSettings(archive: string | undefined): Settings {
  if (archive === undefined) return { archive_mode: 'on', archive_command: discardingArchiveCommand }
  return {
    archive_mode: 'on',
    archive_command: '',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': archive,
    // a commit waits at most this long for others to fill its segment
    archive_timeout: '60s',
  }
}

/**
 * A standby's limits may not be below its primary's: it would stop repeating changes (PostgreSQL documentation, "Hot Standby",
 * "Administrator's Overview").
 */
function standbySettings(compute: ComputeSize, primary: PrimaryAddress): Settings {
  const [own, theirs] = [computeTable[compute], computeTable[primary.compute]]
  const locks = Math.max(own.maxLocksPerTransaction, theirs.maxLocksPerTransaction)
  return {
    primary_conninfo: conninfo({
      host: primary.socket,
      port: String(primary.port),
      user: ownNames[primary.names ?? 'current'].administrator,
      dbname: logins.administrator.database,
      application_name: primary.name,
      sslmode: 'disable',
    }),
    primary_slot_name: primary.slot,
    // a primary that was restarted, or another in its place, is found again soon
    wal_retrieve_retry_interval: '500ms',
    // a long query on the replica is not cancelled because the primary has cleaned up what it reads
    hot_standby_feedback: true,
    max_connections: Math.max(own.maxConnections, theirs.maxConnections),
    max_worker_processes: Math.max(own.maxWorkerProcesses, theirs.maxWorkerProcesses),
    max_locks_per_transaction: locks,
    max_pred_locks_per_transaction: locks,
  }
}

/**
 * A replica that comes up in its primary's place replays what there is in its own pg_wal, and begins a timeline of its own where that ends.
 * Nobody reads before that, so that it may have other limits than the server whose WAL it replays.
 */
function leavingSettings(timeline: number | null): Settings {
  return { hot_standby: false, restore_command: 'false', recovery_target_timeline: timeline ?? 'current' }
}

/** libpq's "keyword='value'" (PostgreSQL documentation, "Connection Strings"). */
function conninfo(parameters: { readonly [name: string]: string }): string {
  const quoted = Object.entries(parameters).map(([name, value]) => `${name}='${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`)
  return quoted.join(' ')
}

function render(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`)
  return `# Written by Colonnade at each start: changes here are lost.\n${lines.join('\n')}\n`
}

function quote(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
