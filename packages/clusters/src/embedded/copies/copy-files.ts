import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type BigIntStats, constants, type Dirent, statSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { type Account, giveTo } from '../storage/accounts.ts'
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
  /** A folder that is not there yet, or a copy of what the source began as. */
  readonly target: string
  /** Whom the copy is to belong to; what is in the target already does. */
  readonly owner: Account
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

/**
 * Copies the data folder of a server that runs, in backup mode, without what is only its own. In a target that is there already, files stay
 * whose size and time of change, to the nanosecond, are the source's: such a one was not written since both were copied from one template,
 * and what is written from now on is in the WAL. Gives the bytes of the source's files, copied or there already.
 */
export async function copyDataFolder(copy: FolderCopy): Promise<number> {
  const bytes = await copyFolder(copy, '')
  // last: a copy that was cut off has no control file, and is no cluster
  await copyOwned(copy, controlFile)
  await copy.copied(controlFile)
  return bytes
}

async function copyFolder(copy: FolderCopy, path: string): Promise<number> {
  const { source, target, signal } = copy
  const isThere = (await mkdir(join(target, path), { mode: 0o700 }).catch(unlessThere)) === 'there'
  if (!isThere) await giveTo(copy.owner, join(target, path))
  const known = new Set(isThere ? await readdir(join(target, path)) : [])
  const entries = await readdir(join(source, path), { withFileTypes: true })
  const below = (entry: Dirent): string => (path === '' ? entry.name : `${path}/${entry.name}`)
  const wanted = entries.filter((entry) => !left.has(below(entry)) && !leftAnywhere.test(entry.name))
  const folders = wanted.filter((entry) => entry.isDirectory() && (!emptied.has(path) || emptied.has(below(entry))))
  const files = emptied.has(path) ? [] : wanted.filter((entry) => entry.isFile())
  const names = new Set([...folders, ...files].map(({ name }) => name))
  for (const name of known) if (!names.has(name)) await rm(join(target, path, name), { recursive: true })
  let bytes = 0
  for (const folder of folders) bytes += await copyFolder(copy, below(folder))
  const next = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      signal?.throwIfAborted()
      const [from, to] = [join(source, below(file)), join(target, below(file))]
      const found = statOf(from)
      bytes += Number(found?.size ?? 0)
      if (known.has(file.name) && isSame(found, statOf(to))) continue
      if (await copyIfThere(copy, below(file))) await copy.copied(below(file))
      else await rm(to, { force: true })
    }
  }
  await Promise.all(Array.from({ length: parallelCopies }, next))
  return bytes
}

function unlessThere(error: unknown): 'there' {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return 'there'
  throw error
}

/** At once: it takes microseconds, and a turn for each of thousands of files would take longer than all of them. */
function statOf(path: string): BigIntStats | undefined {
  return statSync(path, { bigint: true, throwIfNoEntry: false })
}

function isSame(one: BigIntStats | undefined, other: BigIntStats | undefined): boolean {
  return one !== undefined && one.size === other?.size && one.mtimeNs === other.mtimeNs
}

/** False when it is gone: a file may go while the server works, a table that was dropped. */
async function copyIfThere(copy: FolderCopy, path: string): Promise<boolean> {
  try {
    await copyOwned(copy, path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

/** A file of the source, at the same place in the target. */
export async function copyOwned({ source, target, owner }: Pick<FolderCopy, 'source' | 'target' | 'owner'>, path: string): Promise<void> {
  await copyFile(join(source, path), join(target, path), constants.COPYFILE_FICLONE)
  await giveTo(owner, join(target, path))
}

/** Reads files to tell what they are; large ones beside the thread that everything else runs on. */
export interface Measurer extends AsyncDisposable {
  /** Size and SHA-256 of a file, as it is on the disk now. */
  measure(folder: string, path: string): Promise<CopiedFile>
}

/** Below this, reading a file takes less than handing it on. */
const smallBytes = 1024 * 1024

export function createMeasurer(): Measurer {
  const idle: Worker[] = []
  const all: Worker[] = []
  const inWorker = async (path: string): Promise<Omit<CopiedFile, 'path'>> => {
    const worker = idle.pop() ?? new Worker(new URL('measuring.ts', import.meta.url))
    if (!all.includes(worker)) all.push(worker)
    worker.postMessage(path, [])
    const [answer] = (await once(worker, 'message')) as [{ size: number; sha256: string } | { code?: string; message: string }]
    idle.push(worker)
    if ('message' in answer) throw Object.assign(new Error(answer.message), { code: answer.code })
    return answer
  }
  return {
    async measure(folder, path) {
      const { size } = await stat(join(folder, path))
      if (size > smallBytes) return { path, ...(await inWorker(join(folder, path))) }
      const content = await readFile(join(folder, path))
      return { path, size: content.length, sha256: createHash('sha256').update(content).digest('hex') }
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(all.map((worker) => worker.terminate()))
    },
  }
}
