import { isAppError, type Logger } from '@colonnade/core'
import { wakeDeadlineMs } from '../limits.ts'
import { Fault } from '../wire/fault.ts'
import type { Address, PooledProject, PoolerClient, Projects } from './projects.ts'

/** A project whose database takes connections. */
export interface ReachableProject {
  readonly address: Address
  readonly endpoint: Address
  readonly limits: PooledProject['limits']
}

/** Finds a project for a client, and wakes it if it sleeps while the client waits. Whoever got it lets it go. */
export type Reach = (ref: string, client: PoolerClient) => Promise<ReachableProject & { readonly release: () => void }>

export function createReach(projects: Projects, logger: Logger): Reach {
  const ask = async <T>(ref: string, asked: Promise<T>): Promise<T> => {
    try {
      return await asked
    } catch (error) {
      if (error instanceof Fault) throw error
      logger.warn('pooler_reach_failed', { ref, error })
      if (isAppError(error, 'address_not_allowed')) {
        throw new Fault('28000', error.message, 'The project’s network restrictions say from where one may connect.')
      }
      if (isAppError(error, 'encryption_required')) {
        throw new Fault('28000', error.message, 'Connect by TLS: sslmode=require, or verify-full with the certificate of the database settings.')
      }
      const why = isAppError(error) ? `: ${error.message}` : ''
      throw new Fault('57P03', `project ${ref} can not be reached now${why}`, 'Try again in a moment.')
    }
  }
  const find = async (ref: string): Promise<ReachableProject> => {
    const project = await ask(ref, projects.resolve(ref))
    if (project === null) {
      throw new Fault('28000', `there is no project ${ref}`, 'Check the user name: it is ROLE.REF, as the dashboard shows it under Connect.')
    }
    switch (project.state) {
      case 'paused':
        throw new Fault('57P03', `project ${ref} is paused`, 'Restore it in the dashboard, then connect again.')
      case 'starting':
        throw new Fault('57P03', `project ${ref} is starting up`, 'Try again in a few seconds.')
      case 'upgrading':
        throw new Fault(
          '57P03',
          `project ${ref} is being upgraded to a newer Postgres`,
          'Try again when that is over: the project’s infrastructure page says how far it is.',
        )
      case 'unhealthy':
        throw new Fault('57P03', `the database of project ${ref} is unhealthy`, 'The home of the project in the dashboard says why.')
      case 'active': {
        const { address, endpoint, limits } = project
        if (address === null || endpoint === null) throw new Fault('57P03', `project ${ref} has no address yet`, 'Try again in a few seconds.')
        return { address, endpoint, limits }
      }
    }
  }
  return async (ref, client) => {
    const release = await ask(ref, inTime(projects.hold(ref, client), ref))
    try {
      return { ...(await find(ref)), release }
    } catch (error) {
      release()
      throw error
    }
  }
}

async function inTime(holding: Promise<() => void>, ref: string): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const fault = new Fault('57P03', `project ${ref} did not wake up in ${wakeDeadlineMs / 1000} s`, 'Try again in a moment.')
    timer = setTimeout(() => {
      reject(fault)
      // nobody waits for it any more
      holding.then(
        (release) => release(),
        () => {},
      )
    }, wakeDeadlineMs)
  })
  try {
    return await Promise.race([holding, late])
  } finally {
    clearTimeout(timer)
  }
}
