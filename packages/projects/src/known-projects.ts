import { type Clock, isAppError, type Logger } from '@colonnade/core'
import type {
  AuthConfiguration,
  KnownProject,
  ProjectDirectory,
  ProjectKeys,
  ProjectNews,
  ProjectRealtime,
  ProjectStorage,
  RestAccess,
} from './directory.ts'
import type { ProjectFunctions } from './functions.ts'
import { forgottenAfterMs, knownForMs, knownWithoutDatabaseMs, missedAfterMs } from './limits.ts'

/** A project and who may call it, as last learnt. */
export interface Known {
  readonly project: KnownProject
  readonly keys: ProjectKeys
  readonly rest: RestAccess
  readonly auth: AuthConfiguration
  readonly storage: ProjectStorage
  readonly realtime: ProjectRealtime
  readonly functions: ProjectFunctions
}

/** Knows projects without asking for each call: asked once, and again when there is news. */
export interface KnownProjects extends AsyncDisposable {
  /** Whether the directory was asked for it before: of others it has to be, which callers could make it do for any ref. */
  has(ref: string): boolean
  /** null for a ref that no project has. At once where it is known; a promise otherwise. */
  find(ref: string): Known | null | Promise<Known | null>
  /**
   * Like `find`, for a caller that misses something just created, which the cache may not know yet: queries again, but at most once per
   * `missedAfterMs` for all callers.
   */
  findAgain(ref: string): Known | null | Promise<Known | null>
}

interface Entry {
  known: Known | null
  learntAt: number
  usedAt: number
  isDoubtful: boolean
  asking: Promise<Known | null> | null
  readonly news: ProjectNews
}

export interface KnownProjectsParts {
  readonly projects: Pick<ProjectDirectory, 'resolve' | 'keys' | 'rest' | 'auth' | 'storage' | 'realtime' | 'functions' | 'news'>
  readonly clock: Clock
  readonly logger: Logger
}

export function createKnownProjects({ projects, clock, logger }: KnownProjectsParts): KnownProjects {
  const entries = new Map<string, Entry>()
  const following = new Set<Promise<void>>()
  const learn = async (ref: string): Promise<Known | null> => {
    const project = await projects.resolve(ref)
    if (project === null) return null
    const [keys, rest, auth, storage, realtime, functions] = await Promise.all([
      projects.keys(ref),
      projects.rest(ref),
      projects.auth(ref),
      projects.storage(ref),
      projects.realtime(ref),
      projects.functions(ref),
    ])
    if (keys === null || rest === null || auth === null || storage === null || realtime === null || functions === null) return null
    return { project, keys, rest, auth, storage, realtime, functions }
  }
  const ask = (ref: string, entry: Entry): Promise<Known | null> => {
    // what changes while the question is under way makes its answer doubtful again
    entry.isDoubtful = false
    const asking = learn(ref)
      .then(
        (known) => {
          entry.known = known
          entry.learntAt = clock.now()
          if (known === null) forget(ref, entry)
          return known
        },
        (error: unknown) => {
          entry.isDoubtful = true
          if (entry.known === null || clock.now() - entry.learntAt > knownWithoutDatabaseMs) throw error
          logger.warn('project served from memory', { ref, error })
          return entry.known
        },
      )
      .finally(() => (entry.asking = null))
    entry.asking = asking
    return asking
  }
  const forget = (ref: string, entry: Entry): void => {
    if (entries.get(ref) === entry) entries.delete(ref)
    entry.news.close()
  }
  const follow = async (ref: string, entry: Entry): Promise<void> => {
    while (entries.get(ref) === entry) {
      const isNews = await entry.news.next(knownForMs)
      if (isNews) entry.isDoubtful = true
      else if (clock.now() - entry.usedAt > forgottenAfterMs) forget(ref, entry)
    }
  }
  const begin = (ref: string): Promise<Known | null> => {
    const entry: Entry = { known: null, learntAt: 0, usedAt: clock.now(), isDoubtful: true, asking: null, news: projects.news(ref) }
    entries.set(ref, entry)
    const end = follow(ref, entry).finally(() => following.delete(end))
    following.add(end)
    return ask(ref, entry).catch((error: unknown) => {
      forget(ref, entry)
      throw error
    })
  }
  const findWithin = (ref: string, withinMs: number): Known | null | Promise<Known | null> => {
    const entry = entries.get(ref)
    if (entry === undefined) return begin(ref)
    const now = clock.now()
    entry.usedAt = now
    if (entry.known !== null && !entry.isDoubtful && now - entry.learntAt < withinMs) return entry.known
    return entry.asking ?? ask(ref, entry)
  }
  return {
    has: (ref) => entries.has(ref),
    find: (ref) => findWithin(ref, knownForMs),
    findAgain: (ref) => findWithin(ref, missedAfterMs),
    async [Symbol.asyncDispose]() {
      for (const [ref, entry] of entries) forget(ref, entry)
      await Promise.allSettled(following)
    },
  }
}

/** Whether the directory can't be asked, rather than that it says no. */
export function isUnreachable(error: unknown): boolean {
  return isAppError(error, 'connection_lost') || isAppError(error, 'unavailable')
}
