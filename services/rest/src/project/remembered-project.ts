import { type Clock, isAppError, type Logger } from '@colonnade/core'
import type { Address, ProjectDirectory } from '@colonnade/projects'
import { rememberedMs } from '../limits.ts'

/** A session's facts about its project. */
export interface RememberedProject {
  /** Keeps the project awake until the returned function is called. */
  hold(): Promise<() => void>
  /** Where its database listens; null while it has no address. */
  endpoint(): Promise<Address | null>
  /** Most connections; null to follow the compute size. */
  poolSize(): Promise<number | null>
}

/** The client that a project is held for. */
export type Client = Parameters<ProjectDirectory['hold']>[1]

/**
 * Asks the directory, and returns its last answer while the control database is unavailable. No project is suspended or moved without that database,
 * so the last answer still holds.
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
    // the former hold was released
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
