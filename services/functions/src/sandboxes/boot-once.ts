import { bootLogCharacters, deployBootMs } from '../limits.ts'
import type { Ground } from './ground.ts'
import { type SandboxOptions, startSandbox } from './sandbox.ts'

/** What came of booting a bundle once. */
export interface Boot {
  /** It listened in time. */
  readonly isUp: boolean
  /** What it printed, bounded. */
  readonly log: string
}

/** Boots a bundle as a worker would, and ends it: says whether it listens, and what it printed until then. */
export async function bootOnce(ground: Ground, options: Omit<SandboxOptions, 'ownApi' | 'hear'>, withinMs: number = deployBootMs): Promise<Boot> {
  const { promise: listening, resolve } = Promise.withResolvers<boolean>()
  let log = ''
  const sandbox = await startSandbox(ground, {
    ...options,
    ownApi: null,
    hear(event) {
      if (event.kind === 'listening') resolve(true)
      else if (event.kind === 'log') log = `${log}${event.text}\n`.slice(0, bootLogCharacters)
    },
  })
  const timer = setTimeout(() => resolve(false), withinMs)
  const isUp = await Promise.race([listening, sandbox.ended.then(() => false)])
  clearTimeout(timer)
  sandbox.kill('SIGKILL')
  await sandbox.ended
  return { isUp, log: log.trim() }
}
