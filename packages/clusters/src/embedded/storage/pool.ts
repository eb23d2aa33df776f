import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger, Random } from '@colonnade/core'
import type { Engine } from '../engine/engine.ts'
import { giveIdentity } from '../engine/identity.ts'
import type { Template } from '../engine/template.ts'
import { run } from '../process/run.ts'
import type { Account, Accounts } from './accounts.ts'
import { onDisk, removeTree, syncFolder } from './files.ts'
import { clusterPaths, type HomePaths } from './paths.ts'

/** A complete, durable cluster without an owner. */
export interface ReadyCopy {
  readonly folder: string
  readonly account: Account
}

export interface Pool {
  ready(): number
  readonly target: number
  /** Reads the pool folder after a restart: keeps ready copies and deletes others. */
  open(): Promise<void>
  /** Returns a copy if one is ready. Doesn't refill the pool before `replace`, because the caller may need the disk. */
  takeReady(): ReadyCopy | undefined
  /** Refills the pool in the background, once things are quiet. */
  replace(): void
  /** Returns a ready copy, the one in progress, or a new one. Refills the pool in the background, once things are quiet. */
  take(): Promise<ReadyCopy>
  /** Creates a copy of another template. */
  make(engine: Engine, template: Template): Promise<ReadyCopy>
  /** Deletes a copy that was taken but not used. */
  discard(copy: ReadyCopy): Promise<void>
  /** Resolves when the pool is full. */
  fill(): Promise<void>
  /** Resolves once all copies in progress are done. */
  close(): Promise<void>
}

export interface PoolOptions {
  readonly paths: HomePaths
  readonly engine: Engine
  readonly template: Template
  readonly accounts: Accounts
  readonly random: Random
  readonly logger: Logger
  readonly target: number
}

/** How long nobody must take a copy before the next one is created. */
const calmMs = 150
const retryMs = 10_000
/** Copies created at once while callers wait: with more, all of them would be late. */
const parallelCopies = 2

interface Waiter {
  readonly resolve: (copy: ReadyCopy) => void
  readonly reject: (error: unknown) => void
}

/** Keeps `target` copies of the template of new clusters ready, made one at a time and behind everything else that wants the processor. */
export function createPool(options: PoolOptions): Pool {
  const { paths, template, accounts, target } = options
  const ready: ReadyCopy[] = []
  const inFlight = new Set<Promise<unknown>>()
  const inTurn = createTurns(parallelCopies)
  let filling: Promise<void> | undefined
  let isAdding = false
  let waiter: Waiter | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  const track = <T>(work: Promise<T>): Promise<T> => {
    inFlight.add(work)
    void work.catch(() => {}).finally(() => inFlight.delete(work))
    return work
  }
  const addOne = async (): Promise<void> => {
    isAdding = true
    try {
      let copy = await onDisk(() => makeCopy(options, true))
      if (waiter === undefined) copy = await shelve(paths, template, copy)
      // somebody may have begun to wait while it was shelved
      if (waiter === undefined) ready.push(copy)
      else waiter.resolve(copy)
    } catch (error) {
      if (waiter === undefined) throw error
      waiter.reject(error)
    } finally {
      isAdding = false
      waiter = undefined
    }
  }
  const fillAll = async (): Promise<void> => {
    while (ready.length < target && !isClosed) await addOne()
  }
  const fill = (): Promise<void> => (filling ??= track(fillAll()).finally(() => (filling = undefined)))
  const schedule = (afterMs: number): void => {
    clearTimeout(timer)
    if (isClosed || ready.length >= target) return
    timer = setTimeout(() => {
      fill().catch((error: unknown) => {
        if (isClosed) return
        options.logger.warn('pool not filled', { error })
        schedule(retryMs)
      })
    }, afterMs)
    timer.unref()
  }

  return {
    target,
    ready: () => ready.length,
    async open() {
      for (const name of await readdir(paths.pool)) {
        const folder = join(paths.pool, name)
        const owner = name.startsWith(`${template.name}.`) ? await stat(clusterPaths(folder).data).catch(() => undefined) : undefined
        if (owner === undefined) {
          await removeTree(folder)
          continue
        }
        // a copy that was about to be claimed already carries a name
        await rm(clusterPaths(folder).description, { force: true })
        const copy = { folder, account: accounts.of(owner) }
        accounts.take(copy.account)
        ready.push(copy)
      }
      schedule(calmMs)
    },
    takeReady: () => ready.shift(),
    replace: () => schedule(calmMs),
    async take() {
      const copy = ready.shift()
      schedule(calmMs)
      if (copy !== undefined) return copy
      // the copy in progress will be ready sooner than another
      if (isAdding && waiter === undefined && !isClosed) return new Promise<ReadyCopy>((resolve, reject) => (waiter = { resolve, reject }))
      return track(inTurn(() => onDisk(() => makeCopy(options, false))))
    },
    make: (engine, other) => track(inTurn(() => onDisk(() => makeCopy({ ...options, engine, template: other }, false)))),
    async discard(copy) {
      await removeTree(copy.folder)
      accounts.free(copy.account)
    },
    fill,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await Promise.allSettled(inFlight)
    },
  }
}

/** Runs at most `limit` tasks at once; others wait in a queue. */
function createTurns(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: Array<() => void> = []
  let running = 0
  return async (work) => {
    if (running < limit) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

async function shelve(paths: HomePaths, template: Template, copy: ReadyCopy): Promise<ReadyCopy> {
  const folder = join(paths.pool, `${template.name}.${randomBytes(6).toString('hex')}`)
  await rename(copy.folder, folder)
  return { ...copy, folder }
}

/** Copies the template, gives the copy an owner and an identity, and writes it to the disk for good. */
async function makeCopy({ paths, engine, template, accounts, random }: PoolOptions, isLowPriority: boolean): Promise<ReadyCopy> {
  const own = clusterPaths(join(paths.making, randomBytes(6).toString('hex')))
  const account = accounts.next()
  try {
    await mkdir(own.folder)
    await chmod(own.folder, account === null ? 0o700 : 0o711)
    // by the system's own programs: a thousand small files cost them a third of the time, and leave our event loop alone
    await run('cp', [process.platform === 'darwin' ? '-Rpc' : '-Rp', template.data, own.data], { isLowPriority })
    for (const folder of [own.log, own.socket]) await mkdir(folder, { mode: 0o700 })
    if (account !== null) await run('chown', ['-R', `${account.uid}:${account.gid}`, own.data, own.log, own.socket], { isLowPriority })
    await giveIdentity(own.data, random)
    await run(engine.initdb, ['--sync-only', '-D', own.data], { account, isLowPriority })
    await syncFolder(own.folder)
    return { folder: own.folder, account }
  } catch (error) {
    await removeTree(own.folder)
    accounts.free(account)
    throw error
  }
}
