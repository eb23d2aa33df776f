import { discardingArchiveCommand } from '../../archiving.ts'
import { computeTable } from '../../compute.ts'
import type { ComputeSize } from '../../clusters.ts'
import { loopback } from '../storage/ports.ts'

export interface SettingsInput {
  readonly compute: ComputeSize
  readonly port: number
  /** the private socket folder */
  readonly socket: string
  readonly log: string
  /** what `ps` shows of each of its processes: "postgres: NAME: checkpointer" */
  readonly processName: string
}

/** The text of a cluster's settings.conf, the one file that its postgresql.conf includes. */
export function settingsText(input: SettingsInput): string {
  return render({ ...commonSettings(input), ...networkSettings(input), ...durableSettings() })
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

/** `pg_hba.conf`: who may come in which way. Whoever can open the socket is trusted: its folder is closed to all but us and the cluster. */
export const accessText = `# TYPE DATABASE USER ADDRESS METHOD
local all         all                                       trust
local replication all                                       trust
host  all         platform_admin,platform_reader,authenticator all reject
host  replication platform_admin,platform_reader,authenticator all reject
host  all         all             all                       scram-sha-256
host  replication all             all                       scram-sha-256
`

/** The whole of postgresql.conf; the path is relative to the data folder. */
export const configurationText = `include '../settings.conf'\n`

type Settings = { readonly [name: string]: string | number | boolean }

function commonSettings({ compute, port, socket, log, processName }: SettingsInput): Settings {
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
    max_wal_senders: 5,
    max_replication_slots: 5,
    autovacuum_max_workers: 2,
    autovacuum_worker_slots: 4,
    io_method: 'sync', // its workers would be two or three more processes per project
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
    // an idle project writes nothing; this only bounds the recovery of a busy one
    checkpoint_timeout: '5min',
  }
}

function networkSettings({ port }: SettingsInput): Settings {
  return { listen_addresses: loopback, port }
}

/** Archiving is on from the start, because turning it on needs a restart; until it is set up each segment counts as archived. */
function durableSettings(): Settings {
  return { archive_mode: 'on', archive_command: discardingArchiveCommand }
}

function render(settings: Settings): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${quote(value)}`)
  return `# Written by Colonnade at each start: changes here are lost.\n${lines.join('\n')}\n`
}

function quote(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return typeof value === 'number' ? String(value) : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
