import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint, ReplicaStep } from '../../clusters.ts'
import { logins } from '../../logins.ts'
import { isMissing } from '../storage/files.ts'

export interface BaseCopy {
  /** The running server that is copied. */
  readonly endpoint: ClusterEndpoint
  readonly source: string
  /** A folder that is not there yet. */
  readonly target: string
  readonly tell: (step: ReplicaStep) => Promise<void>
  readonly signal: AbortSignal | undefined
}

/**
 * Copies the files of a running server, as a low-level base backup (PostgreSQL documentation, "Making a Base Backup Using the Low Level
 * API"): what changes meanwhile is put right by the WAL from the backup's start on, which the caller sees to be kept.
 */
export async function copyBase({ endpoint, source, target, tell, signal }: BaseCopy): Promise<void> {
  await withClient({ ...endpoint, ...logins.administrator }, async (client) => {
    await client.run(sql`select pg_backup_start('colonnade replica', fast => true)`)
    await tell('initiated')
    await copyFolder({ source, target, signal }, '')
    // last: a copy that was cut off has no control file, and is no cluster
    await copyFile(join(source, controlFile), join(target, controlFile), constants.COPYFILE_FICLONE)
    await writeFile(join(target, 'backup_label'), await labelOf(client), { mode: 0o600 })
    await writeFile(join(target, 'standby.signal'), '', { mode: 0o600 })
  })
}

const controlFile = 'global/pg_control'

/** Folders whose content belongs to the running server alone (PostgreSQL documentation, as above, "Backing Up the Data Directory"). */
const emptied = new Set([
  'pg_wal',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const left = new Set(['postmaster.pid', 'postmaster.opts', 'current_logfiles', 'backup_label', 'tablespace_map', controlFile])
const leftAnywhere = /^(pgsql_tmp|pg_internal\.init)/

/** Files copied at once: enough to keep the disk busy, few enough to leave threads for everything else. */
const parallelCopies = 2

async function copyFolder(copy: Pick<BaseCopy, 'source' | 'target' | 'signal'>, path: string): Promise<void> {
  const { source, target, signal } = copy
  await mkdir(join(target, path), { mode: 0o700 })
  const entries = await readdir(join(source, path), { withFileTypes: true })
  const below = (entry: Dirent): string => (path === '' ? entry.name : `${path}/${entry.name}`)
  const wanted = entries.filter((entry) => !left.has(below(entry)) && !leftAnywhere.test(entry.name))
  for (const folder of wanted.filter((entry) => entry.isDirectory())) {
    if (!emptied.has(path) || emptied.has(below(folder))) await copyFolder(copy, below(folder))
  }
  if (emptied.has(path)) return
  const files = wanted.filter((entry) => entry.isFile())
  const next = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      signal?.throwIfAborted()
      await copyIfThere(join(source, below(file)), join(target, below(file)))
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, next))
}

/** A file may go while the server works: a table that was dropped. */
async function copyIfThere(source: string, target: string): Promise<void> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (!isMissing(error)) throw error
  }
}

async function labelOf(client: Queryable): Promise<string> {
  const row = await client.first<{ labelfile: string }>(sql`select labelfile from pg_backup_stop(wait_for_archive => false)`)
  return row!.labelfile
}
