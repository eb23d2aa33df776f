import { spawn } from 'node:child_process'
import type { Account } from '../storage/accounts.ts'

export interface RunOptions {
  readonly account?: Account
  /** Behind everything else that wants the processor. */
  readonly isLowPriority?: boolean
}

/** English messages (they are recognised), no locale surprises, the system's own programs first. */
export const plainEnvironment = { LC_ALL: 'C', LANG: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin:/usr/sbin:/sbin' }

/**
 * Runs a program to its end and returns what it printed.
 *
 * @throws Error with what it printed to stderr when it can't be run or ends with anything but 0
 */
export async function run(command: string, args: readonly string[], options: RunOptions = {}): Promise<string> {
  const child = spawn(options.isLowPriority ? 'nice' : command, options.isLowPriority ? ['-n', '10', command, ...args] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: plainEnvironment,
    cwd: '/',
    detached: true, // a terminal's Ctrl-C is for us: we let it finish
    ...options.account,
  })
  const output: string[] = []
  const problems: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => problems.push(text))
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  child.on('error', reject)
  child.on('close', (code, signal) => {
    if (code === 0) resolve(output.join(''))
    else reject(new Error(`${command} ended with ${signal ?? code}: ${problems.join('').trim().slice(-2_000)}`))
  })
  return promise
}
