import type { BackupSource, Fleet } from '@colonnade/clusters'
import { AppError, type Failpoint, isAppError, type Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { createRuns } from '@colonnade/reconciling'
import { filesBackMs, walBackMs } from '../../../kernel/limits.ts'
import { insertForOwner } from '../../installation/notifications/store.ts'
import type { OffsiteConfig } from '../../../kernel/config/offsite.ts'
import { type FileFamilies, type ObjectStorage, type ObjectStorageConfig, openObjectStorage } from '@colonnade/objects'
import { copyFiles, type FilesDue, putBackFiles } from './copy-files.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasOffsite {
  readonly offsite: Offsite
}

/**
 * Copies each verified backup and all archived WAL to an object storage, and restores from there what is missing or damaged locally. Work always uses
 * the local
 * files; a copy is deleted only after its original was deleted on purpose.
 */
export interface Offsite {
  /** The storage; null if none is configured. */
  readonly target: string | null
  /** Call after something was created, archived or deleted, or to retry. */
  look(): void
  /** True while copying. */
  isBusy(): boolean
  /** Resolves when no copy is in progress. */
  idle(): Promise<void>
  /**
   * Runs work on a backup and the WAL after it; if that is damaged or missing, restores it from its copies and runs the work again.
   *
   * @throws AppError of the first attempt if there is no copy, `offsite_failed`
   */
  orWithCopies<T>(source: BackupSource, signal: AbortSignal, work: () => Promise<T>): Promise<T>
  /** Restores segments or histories of a project's WAL from their copies. Returns how many. @throws AppError `offsite_failed`, `backup_damaged` */
  putBackWal(ref: string, names: readonly string[], signal: AbortSignal): Promise<number>
  /**
   * Restores missing WAL of a project that continues from these positions. Returns false if the storage failed, so that copies of the missing WAL may
   * still exist.
   */
  putBackNeededWal(ref: string, needed: readonly string[], signal?: AbortSignal): Promise<boolean>
  /** Restores all missing and damaged WAL of a project; logs and leaves out what can't be restored. */
  putBackLostWal(ref: string, damaged: readonly string[], signal: AbortSignal): Promise<void>
  /** Restores a project's missing files where possible. */
  putBackFiles(family: string, signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export interface OffsiteParts {
  readonly config: OffsiteConfig | null
  readonly database: Database
  readonly clusters: Fleet
  readonly families: FileFamilies
  /** The object storage for files; null for the local disk. */
  readonly filesIn: ObjectStorageConfig | null
  readonly logger: Logger
  readonly failpoint: Failpoint
}

/** Matches names of archived WAL, and their file names. */
const walForm = /^(?:[0-9A-F]{24}|[0-9A-F]{8}\.history)$/
const round = 'round'

export function createOffsite(parts: OffsiteParts): Offsite {
  const { config, logger } = parts
  if (config === null) return nowhere
  const target = [config.endpoint ?? config.region, config.bucket, config.prefix].join('/')
  const storage = openObjectStorage(config)
  const tools: Tools = { ...parts, storage, target, filesDue: new Map() }
  let isBusy = false
  const runs = createRuns({
    logger,
    async reconcile(_name, _run, stopping) {
      isBusy = true
      await reconcile(tools, stopping).finally(() => (isBusy = false))
    },
  })
  return {
    target,
    look: () => runs.look(round),
    isBusy: () => isBusy,
    idle: () => runs.idle(round),
    async orWithCopies(source, signal, work) {
      const tried = new Set<string>()
      for (;;) {
        try {
          return await work()
        } catch (error) {
          const what = missingOf(error)
          if (what === undefined || tried.has(what)) throw error
          tried.add(what)
          const isBack = walForm.test(what)
            ? (await putBackWal(tools, source.ref, [what], signal)) > 0
            : await putBackBackup(tools, source.id, signal)
          if (!isBack) throw error
        }
      }
    },
    putBackWal: (ref, names, signal) => putBackWal(tools, ref, names, signal),
    putBackNeededWal: (ref, needed, signal) => putBackNeededWal(tools, ref, needed, signal),
    async putBackLostWal(ref, damaged, signal) {
      try {
        const [here, there] = [await parts.clusters.need(ref, 'backups').listWal(ref), await store.listWalCopies(parts.database, target, ref)]
        const lost = there.filter((file) => !here.includes(file) || damaged.some((name) => file.startsWith(`${name}.`)))
        // an unresponsive storage doesn't block local work
        const stop = AbortSignal.any([signal, AbortSignal.timeout(walBackMs)])
        for (const file of lost) {
          await fetchWal(tools, ref, [file], stop).catch((error: unknown) => {
            stop.throwIfAborted()
            logger.warn('WAL not put back from its copy', { ref, file, error })
          })
        }
      } catch (error) {
        signal.throwIfAborted()
        logger.warn('WAL not put back from its copies', { ref, error })
      }
    },
    async putBackFiles(family, signal) {
      if (areFilesThere(parts)) return
      // an unresponsive storage doesn't block local work
      const stop = AbortSignal.any([signal, AbortSignal.timeout(filesBackMs)])
      await putBackFiles(tools, family, stop).catch((error: unknown) => {
        signal.throwIfAborted()
        logger.warn('files not put back from their copies', { family, error })
      })
    },
    async close() {
      await runs.close()
      storage[Symbol.dispose]()
    },
  }
}

const nowhere: Offsite = {
  target: null,
  look: () => {},
  isBusy: () => false,
  idle: async () => {},
  orWithCopies: (_source, _signal, work) => work(),
  putBackWal: async () => 0,
  putBackNeededWal: async () => true,
  putBackLostWal: async () => {},
  putBackFiles: async () => {},
  close: async () => {},
}

export interface Tools extends OffsiteParts {
  readonly storage: ObjectStorage
  readonly target: string
  readonly filesDue: FilesDue
}

/** Returns the WAL file that is missing or damaged; 'backup' for the backup itself, undefined for other failures. */
function missingOf(error: unknown): string | undefined {
  if (isAppError(error, 'backup_not_found')) return 'backup'
  if (!isAppError(error, 'backup_damaged')) return undefined
  const file = String(error.details['file'])
  return walForm.test(file) ? file : 'backup'
}

/** Copies and restores what differs. Stores a failure, and notifies the owner of the installation once. */
async function reconcile(tools: Tools, signal: AbortSignal): Promise<void> {
  const { database, logger, target } = tools
  try {
    const copyMore = areFilesThere(tools) ? [] : [copyFiles]
    for (const step of [copyBackups, copyWal, ...copyMore, removeForgotten]) await step(tools, signal)
    await store.recordSuccess(database, target)
  } catch (error) {
    if (signal.aborted) return
    const problem = error instanceof AppError ? error.message : messages.internal
    logger.warn('not copied off-site', { target, error })
    await database.transaction(async (tx) => {
      if (!(await store.recordProblem(tx, target, problem))) return
      const message = messages.failing.message(problem)
      await insertForOwner(tx, null, { priority: 'Critical', title: messages.failing.title, message, actions: [] })
    })
  }
}

/** Returns true if files are already stored in the target bucket, where another copy protects nothing. */
function areFilesThere({ config, filesIn }: Pick<OffsiteParts, 'config' | 'filesIn'>): boolean {
  return config !== null && filesIn !== null && config.bucket === filesIn.bucket && config.endpoint === filesIn.endpoint
}

async function copyBackups(tools: Tools, signal: AbortSignal): Promise<void> {
  const { clusters, database, target } = tools
  const kept = new Map<string, Promise<string[]>>()
  for (const backup of await store.listProved(database, target)) {
    signal.throwIfAborted()
    const { ref, id } = backup
    if (backup.sha256 === null) await copyBackup(tools, backup, signal)
    else {
      const list = kept.get(ref) ?? clusters.need(ref, 'backups').list(ref)
      kept.set(ref, list)
      if (!(await list).includes(id)) await putBackBackup(tools, id, signal)
    }
  }
}

async function copyBackup(tools: Tools, backup: store.CopiedBackup, signal: AbortSignal): Promise<void> {
  const { clusters, database, storage, target, failpoint, logger } = tools
  const { ref, id } = backup
  let archive: Readable
  try {
    archive = await clusters.need(ref, 'backups').read(backup)
  } catch (error) {
    // nothing to copy: the next verification finds and reports it
    if (missingOf(error) === undefined) throw error
    return logger.warn('backup not copied off-site', { ref, id, error })
  }
  const [key, hash, packed] = [`${ref}/${id}.tar.zst`, createHash('sha256'), new PassThrough()]
  let bytes = 0
  const measure = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  await failpoint('offsite.copy.before')
  const ended = new AbortController()
  const stop = AbortSignal.any([signal, ended.signal])
  // the end of one stream ends the other
  const end = (error: unknown): never => {
    ended.abort()
    throw error
  }
  const outcomes = await Promise.allSettled([
    pipeline(archive, createZstdCompress(), measure, packed, { signal: stop }).catch(end),
    // incompressible files, and tar's headers
    storage.put(key, packed, { mostBytes: backup.bytes * 1.2 + 1024 ** 3, signal: stop }).catch(end),
  ])
  signal.throwIfAborted()
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []))
  if (reasons.length > 0) throw reasons.find((reason) => reason instanceof AppError) ?? reasons[0]
  await failpoint('offsite.copy.after')
  await store.recordCopy(database, target, { key, ref, bytes, of: { backupId: id, sha256: hash.digest('hex') } })
}

/** Returns false if there is no copy of it. */
async function putBackBackup({ clusters, database, storage, target, logger }: Tools, id: string, signal: AbortSignal): Promise<boolean> {
  const copy = await store.findCopy(database, target, id)
  const key = `${copy?.ref}/${id}.tar.zst`
  const object = copy && (await storage.get(key, signal))
  if (!copy || !object) return false
  const hash = createHash('sha256')
  const check = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      hash.update(chunk)
      yield chunk
    }
    // before the end is known: a wrong object isn't stored anywhere
    if (hash.digest('hex') !== copy.sha256) throw changed(key)
  }
  const archive = new PassThrough()
  const [unpacked, written] = await Promise.allSettled([
    pipeline(object, check, createZstdDecompress(), archive, { signal }),
    clusters.need(copy.ref, 'backups').write(copy, archive, { signal }),
  ])
  signal.throwIfAborted()
  if (unpacked.status === 'rejected') throw reasonOf(unpacked.reason, written, key)
  if (written.status === 'rejected') throw written.reason
  logger.warn('backup put back from its copy', { ref: copy.ref, id })
  return true
}

async function copyWal(tools: Tools, signal: AbortSignal): Promise<void> {
  const { clusters, database, target, storage, failpoint } = tools
  for (const project of await store.listArchived(database)) {
    const { ref } = project
    const [here, there] = [await clusters.need(ref, 'backups').listWal(ref), await store.listWalCopies(database, target, ref)]
    for (const file of here.filter((name) => !there.includes(name))) {
      signal.throwIfAborted()
      const content = await clusters
        .need(ref, 'backups')
        .readWalFile(ref, file)
        .catch((error: unknown) => {
          if (missingOf(error) === undefined) throw error
          return null
        })
      // missing or damaged: reading all of it finds and reports that
      if (content === null) continue
      const key = walKey(ref, file)
      await storage.put(key, content, { mostBytes: content.length, signal })
      await failpoint('offsite.wal.after')
      await store.recordCopy(database, target, { key, ref, bytes: content.length, of: { walFile: file } })
    }
    await settleWal(
      tools,
      project,
      there.filter((name) => !here.includes(name)),
      signal,
    )
  }
}

/** Restores copied WAL that is missing locally, except what was deleted because no backup needs it. */
async function settleWal(tools: Tools, { ref, needed }: store.ArchivedProject, gone: readonly string[], signal: AbortSignal): Promise<void> {
  const { clusters, database, storage, target } = tools
  for (const file of gone.filter((name) => !clusters.need(ref, 'backups').isWalNeeded(name, needed))) {
    signal.throwIfAborted()
    await storage.remove(walKey(ref, file))
    await store.forgetCopy(database, target, walKey(ref, file))
  }
  const lost = gone.filter((name) => clusters.need(ref, 'backups').isWalNeeded(name, needed))
  if (lost.length > 0) await fetchWal(tools, ref, lost, signal)
}

async function putBackWal(tools: Tools, ref: string, names: readonly string[], signal: AbortSignal): Promise<number> {
  const there = await store.listWalCopies(tools.database, tools.target, ref)
  return fetchWal(
    tools,
    ref,
    there.filter((file) => names.some((name) => file.startsWith(`${name}.`))),
    signal,
  )
}

async function putBackNeededWal(tools: Tools, ref: string, needed: readonly string[], signal?: AbortSignal): Promise<boolean> {
  const { clusters, database, target, logger } = tools
  const [here, there] = [await clusters.need(ref, 'backups').listWal(ref), await store.listWalCopies(database, target, ref)]
  // an unresponsive storage doesn't block local work
  const stop = AbortSignal.any([...(signal ? [signal] : []), AbortSignal.timeout(walBackMs)])
  for (const file of there.filter((name) => !here.includes(name) && clusters.need(ref, 'backups').isWalNeeded(name, needed))) {
    try {
      await fetchWal(tools, ref, [file], stop)
    } catch (error) {
      signal?.throwIfAborted()
      logger.warn('WAL not put back from its copy', { ref, file, error })
      if (!isAppError(error, 'backup_damaged')) return false
    }
  }
  return true
}

async function fetchWal({ clusters, storage, logger }: Tools, ref: string, files: readonly string[], signal: AbortSignal): Promise<number> {
  let count = 0
  for (const file of files) {
    const object = await storage.get(walKey(ref, file), signal)
    if (object === null) continue
    await clusters.need(ref, 'backups').writeWalFile(ref, file, Buffer.concat(await object.toArray({ signal })))
    count += 1
  }
  if (count > 0) logger.warn('WAL put back from its copies', { ref, count })
  return count
}

async function removeForgotten({ database, storage, target }: Tools, signal: AbortSignal): Promise<void> {
  for (let keys = await store.listForgotten(database, target); keys.length > 0; keys = await store.listForgotten(database, target)) {
    for (const key of keys) {
      signal.throwIfAborted()
      await storage.remove(key)
      await store.forgetCopy(database, target, key)
    }
  }
}

function walKey(ref: string, file: string): string {
  return `${ref}/wal/${file}`
}

/** Returns the original error: the failure of one stream also ends the other. */
function reasonOf(reason: unknown, written: PromiseSettledResult<void>, key: string): unknown {
  if (reason instanceof AppError) return reason
  const code = reason instanceof Error && 'code' in reason ? String(reason.code) : ''
  if (code.startsWith('ZSTD_')) return changed(key)
  const isStopped = written.status === 'rejected' && (code === 'EPIPE' || !isAppError(written.reason, 'backup_damaged'))
  if (isStopped) return written.reason as unknown
  return new AppError('offsite_failed', {}, { message: messages.interrupted(key), cause: reason })
}

function changed(key: string): AppError {
  return new AppError('backup_damaged', { file: key }, { message: messages.damagedBackup(key) })
}
