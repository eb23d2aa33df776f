import { type Clock, isAppError, type Logger } from '@colonnade/core'
import type { Address, ProjectDirectory } from '@colonnade/projects'
import { rememberedMs } from '../limits.ts'

/** What a session must know of its project. */
export interface RememberedProject {
  /** Keeps the project awake until the returned function is called. */
  hold(): Promise<() => void>
  /** Where its database listens; null while it has no address. */
  endpoint(): Promise<Address | null>
  /** Most connections; null to follow the compute size. */
  poolSize(): Promise<number | null>
}

/** Who asks for a project to be held. */
export type Client = Parameters<ProjectDirectory['hold']>[1]

/**
 * Asks the directory, and answers with what it said last while the control database is away. Nothing puts a project to sleep or moves it
 * without that database, so what was true still is.
 */
export function rememberProject(
  ref: string,
  client: Client,
  {
    projects,
    clock,
    logger,
  }: { readonly projects: Pick<ProjectDirectory, 'resolve' | 'hold' | 'rest'>; readonly clock: Clock; readonly logger: Logger },
): RememberedProject {
  const remembering = <Answer>(ask: () => Promise<Answer>, instead: (last: Answer) => Answer): (() => Promise<Answer>) => {
    let last: { readonly answer: Answer; readonly at: number } | null = null
    return async () => {
      try {
        const answer = await ask()
        last = { answer, at: clock.now() }
        return answer
      } catch (error) {
        if (last === null || clock.now() - last.at > rememberedMs || !isAway(error)) throw error
        logger.warn('data API served from memory', { ref, error })
        return instead(last.answer)
      }
    }
  }
  return {
    // what was held was given back
    hold: remembering(
      () => projects.hold(ref, client),
      () => () => {},
    ),
    endpoint: remembering(
      async () => (await projects.resolve(ref))?.endpoint ?? null,
      (last) => last,
    ),
    poolSize: remembering(
      async () => (await projects.rest(ref))?.poolSize ?? null,
      (last) => last,
    ),
  }
}

/** Tests if the directory can't be asked, rather than that it says no. */
function isAway(error: unknown): boolean {
  return isAppError(error, 'connection_lost') || isAppError(error, 'unavailable')
}
