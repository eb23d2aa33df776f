import { createHash } from 'node:crypto'
import { constants, type Dirent } from 'node:fs'
import { copyFile, mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from '../storage/files.ts'

/** A file as it was copied. */
export interface CopiedFile {
  /** within the data folder */
  readonly path: string
  readonly size: number
  /** hexadecimal */
  readonly sha256: string
}

export interface FolderCopy {
  readonly source: string
  /** A folder that is not there yet. */
  readonly target: string
  readonly signal: AbortSignal | undefined
  /** Hears of every file that has been copied. */
  readonly copied: (path: string) => Promise<void>
}

const controlFile = 'global/pg_control'

/** Folders whose content belongs to the running server alone (PostgreSQL documentation, "Backing Up the Data Directory"). */
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

/** Copies the data folder of a server that runs, in backup mode, without what is only its own. */
export async function copyDataFolder(copy: FolderCopy): Promise<void> {
  await copyFolder(copy, '')
  // last: a copy that was cut off has no control file, and is no cluster
  await copyFile(join(copy.source, controlFile), join(copy.target, controlFile), constants.COPYFILE_FICLONE)
  await copy.copied(controlFile)
}

async function copyFolder(copy: FolderCopy, path: string): Promise<void> {
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
      if (await copyIfThere(join(source, below(file)), join(target, below(file)))) await copy.copied(below(file))
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, next))
}

/** False when it is gone: a file may go while the server works, a table that was dropped. */
async function copyIfThere(source: string, target: string): Promise<boolean> {
  try {
    await copyFile(source, target, constants.COPYFILE_FICLONE)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

const chunkBytes = 1024 * 1024

/** Size and SHA-256 of a file, as it is on the disk now. */
export async function measureFile(folder: string, path: string): Promise<CopiedFile> {
  const file = await open(join(folder, path), 'r')
  try {
    const hash = createHash('sha256')
    const chunk = Buffer.allocUnsafe(chunkBytes)
    let size = 0
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunkBytes, null)
      if (bytesRead === 0) break
      hash.update(chunk.subarray(0, bytesRead))
      size += bytesRead
    }
    return { path, size, sha256: hash.digest('hex') }
  } finally {
    await file.close()
  }
}
