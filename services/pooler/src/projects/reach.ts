import { isAppError, type Logger } from '@colonnade/core'
import { wakeDeadlineMs } from '../limits.ts'
import { Fault } from '../wire/fault.ts'
import type { Address, PooledProject, Projects } from './projects.ts'

/** A project whose database takes connections. */
export interface ReachableProject {
  readonly address: Address
  readonly endpoint: Address
  readonly limits: PooledProject['limits']
}

/** Finds projects, and wakes those that sleep while their clients wait: once, however many do. */
export function createReach(projects: Projects, logger: Logger): (ref: string) => Promise<ReachableProject> {
  const waking = new Map<string, Promise<void>>()
  const wake = (ref: string): Promise<void> => {
    const running = waking.get(ref) ?? inTime(projects.wake(ref), ref).finally(() => waking.delete(ref))
    waking.set(ref, running)
    return running
  }
  const ask = async <T>(ref: string, asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof Fault) throw error
      logger.warn('pooler_reach_failed', { ref, error })
      const why = isAppError(error) ? `: ${error.message}` : ''
      throw new Fault('57P03', `project ${ref} can not be reached now${why}`, 'Try again in a moment.')
    }
  }
  return async (ref) => {
    let project = await ask(ref, projects.resolve(ref))
    if (project?.state === 'asleep') {
      await ask(ref, wake(ref))
      project = await ask(ref, projects.resolve(ref))
    }
    if (project === null) {
      throw new Fault('28000', `there is no project ${ref}`, 'Check the user name: it is ROLE.REF, as the dashboard shows it under Connect.')
    }
    switch (project.state) {
      case 'paused':
        throw new Fault('57P03', `project ${ref} is paused`, 'Restore it in the dashboard, then connect again.')
      case 'asleep':
      case 'starting':
        throw new Fault('57P03', `project ${ref} is starting up`, 'Try again in a few seconds.')
      case 'unhealthy':
        throw new Fault('57P03', `the database of project ${ref} is unhealthy`, 'The home of the project in the dashboard says why.')
      case 'active': {
        const { address, endpoint, limits } = project
        if (address === null || endpoint === null) throw new Fault('57P03', `project ${ref} has no address yet`, 'Try again in a few seconds.')
        return { address, endpoint, limits }
      }
    }
  }
}

async function inTime(work: Promise<void>, ref: string): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const fault = new Fault('57P03', `project ${ref} did not wake up in ${wakeDeadlineMs / 1000} s`, 'Try again in a moment.')
    timer = setTimeout(() => reject(fault), wakeDeadlineMs)
  })
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
