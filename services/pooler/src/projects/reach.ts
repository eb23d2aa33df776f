import { type ErrorCode, isAppError, type Logger } from '@colonnade/core'
import { wakeDeadlineMs } from '../limits.ts'
import { Fault } from '../wire/fault.ts'
import type { Counters } from './statistics.ts'
import type { Address, KnownProject, ProjectClient, ProjectDirectory } from '@colonnade/projects'

/** The part of the project directory that the pooler needs. */
export type PooledProjects = Pick<ProjectDirectory, 'resolve' | 'settled' | 'admit' | 'hold' | 'login'>

/** A project whose database takes connections. */
export interface ReachableProject {
  readonly address: Address
  readonly endpoint: Address
  readonly limits: KnownProject['limits']
}

/** A project that a client was led to. Whoever got it lets it go. */
export interface ReachedProject {
  readonly limits: KnownProject['limits']
  /**
   * Opens something at its server. If the server is just stopping, waits and tries once more: only for work that can start over unnoticed
   * by the client. @throws Fault
   */
  readonly open: <T>(attempt: (project: ReachableProject) => Promise<T>) => Promise<T>
  readonly release: () => void
}

/** Finds a project for a client, who waits while it wakes, or comes up. */
export interface Reach {
  (ref: string, client: ProjectClient): Promise<ReachedProject>
  /** Finds out whether it could be reached, and waits while it comes up, but wakes nobody. @throws Fault */
  look(ref: string, client: ProjectClient): Promise<void>
}

/** With these a server that stops, or is not up yet, turns away who comes (PostgreSQL documentation, appendix A), and 08006 stands for no word at all. */
const passingCodes: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '08006'])

/** Hints for clients that a project refuses, by error code. */
const refusalHints: Readonly<Partial<Record<ErrorCode, string>>> = {
  address_not_allowed: 'Connect from an allowed address, or change the project’s network restrictions.',
  encryption_required: 'Connect with TLS: use sslmode=require, or verify-full with the certificate from the database settings.',
}

export interface ReachParts {
  readonly projects: PooledProjects
  readonly logger: Logger
  readonly countersOf: (ref: string) => Counters
  /** Time that a client waits for each of the two. */
  readonly deadlineMs?: number
}

export function createReach({ projects, logger, countersOf, deadlineMs = wakeDeadlineMs }: ReachParts): Reach {
  /** Only for existing projects: no one may create counters for others. */
  const refuse = (ref: string, code: string, message: string, hint: string): Fault => {
    countersOf(ref).refused += 1
    return new Fault(code, message, hint)
  }
  const ask = async <T>(ref: string, asked: Promise<T>, address: string | null): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof Fault) throw error
      const hint = isAppError(error) ? refusalHints[error.code] : undefined
      if (isAppError(error) && hint !== undefined) {
        logger.info('pooler_client_refused', { ref, address, why: error.code })
        throw refuse(ref, '28000', error.message, hint)
      }
      logger.warn('pooler_reach_failed', { ref, error })
      const why = isAppError(error) ? `: ${error.message}` : ''
      throw new Fault('57P03', `project ${ref} cannot be reached right now${why}`, 'Try again in a moment.')
    }
  }
  /** A project that restarts, or whose replica takes over, is back before its clients have noticed. */
  const whenSettled = async (ref: string, patienceMs: number): Promise<KnownProject | null> => {
    const project = await projects.resolve(ref)
    if (project?.state !== 'starting') return project
    await within(patienceMs, projects.settled(ref))
    return projects.resolve(ref)
  }
  const findActive = async (ref: string, address: string | null, patienceMs: number): Promise<KnownProject> => {
    const project = await ask(ref, whenSettled(ref, patienceMs), address)
    if (project === null) {
      throw new Fault(
        '28000',
        `project ${ref} does not exist`,
        'Check the user name. It has the form ROLE.REF; the dashboard shows it under Connect.',
      )
    }
    switch (project.state) {
      case 'paused':
        throw refuse(ref, '57P03', `project ${ref} is paused`, 'Restore it in the dashboard, then connect again.')
      case 'starting':
        throw refuse(ref, '57P03', `project ${ref} is starting up`, 'Try again in a few seconds.')
      case 'upgrading':
        throw refuse(
          ref,
          '57P03',
          `project ${ref} is being upgraded to a newer Postgres`,
          'Try again after the upgrade. The project’s infrastructure page shows its progress.',
        )
      case 'unhealthy':
        throw refuse(ref, '57P03', `the database of project ${ref} is unhealthy`, 'The project’s Overview in the dashboard shows the reason.')
      case 'active':
        return project
    }
  }
  const find = async (ref: string, from: string | null, patienceMs: number): Promise<ReachableProject> => {
    const { address, endpoint, limits } = await findActive(ref, from, patienceMs)
    if (address === null || endpoint === null) throw refuse(ref, '57P03', `project ${ref} has no address yet`, 'Try again in a few seconds.')
    return { address, endpoint, limits }
  }
  const hold = async (ref: string, client: ProjectClient): Promise<() => void> => {
    const holding = projects.hold(ref, client)
    const release = await within(deadlineMs, holding)
    if (release !== null) return release
    // no caller waits for it
    holding.then(
      (late) => late(),
      () => {},
    )
    throw new Fault('57P03', `project ${ref} did not wake up within ${deadlineMs / 1000} s`, 'Try again in a moment.')
  }
  const reach = async (ref: string, client: ProjectClient): Promise<ReachedProject> => {
    const release = await ask(ref, hold(ref, client), client.address)
    try {
      const endsAt = performance.now() + deadlineMs
      const found = await find(ref, client.address, deadlineMs)
      return {
        limits: found.limits,
        release,
        async open(attempt) {
          try {
            return await attempt(found)
          } catch (error) {
            if (!(error instanceof Fault && passingCodes.has(error.sqlstate))) throw error
            return attempt(await find(ref, client.address, Math.max(0, endsAt - performance.now())))
          }
        },
      }
    } catch (error) {
      release()
      throw error
    }
  }
  const look = async (ref: string, client: ProjectClient): Promise<void> => {
    await ask(ref, projects.admit(ref, client), client.address)
    await findActive(ref, client.address, deadlineMs)
  }
  return Object.assign(reach, { look })
}

/** null when the time is up. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), ms)))
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
