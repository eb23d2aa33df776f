import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/** What every server of these tests is told unless a test says otherwise. */
export const ownerEmail = 'owner@example.com'
export const ownerPassword = 'correct-horse-battery'

export type Environment = Readonly<Record<string, string>>

/** How a process ended. */
export interface Ending {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A server as a process of its own, just as `npm start` runs it. */
export interface Server {
  readonly pid: number
  /** Where it listens, as it said itself. */
  readonly url: string
  /** Everything printed so far. */
  output(): string
  /** Resolves when the process is gone. */
  readonly ended: Promise<Ending>
  hasEnded(): boolean
  /** Asks it to stop, as Ctrl+C or a service manager does. Fails, with what it printed, when it ends in any other way than cleanly. */
  stop(): Promise<Ending>
  /** Ends it without a warning. */
  kill(): Promise<Ending>
  /** Names of the failpoints passed since the start. */
  readonly passed: readonly string[]
  /** Has it die the next time it passes that failpoint. */
  dieAt(failpoint: string): Promise<void>
}

interface Launched {
  readonly child: ChildProcess
  readonly ended: Promise<Ending>
  readonly output: () => string
}

function launch(home: string, environment: Environment): Launched {
  const child = spawn(process.execPath, [program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: { PATH: process.env['PATH'], COLONNADE_HOME: home, PORT: '0', ...compiled(), ...environment },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  // "close", not "exit": by then all that it printed has been read
  const ended: Promise<Ending> = once(child, 'close').then(([code, signal]) => ({ code, signal }))
  return { child, ended, output: () => text }
}

/** Servers need not compile the program anew each time. */
function compiled(): Environment {
  const folder = process.env['NODE_COMPILE_CACHE']
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

/** Starts a server and waits until it says where it listens. Fails, with what it printed, when it ends before that. */
export async function startServer(home: string, environment: Environment = {}): Promise<Server> {
  const { child, ended, output } = launch(home, {
    COLONNADE_OWNER_EMAIL: ownerEmail,
    COLONNADE_OWNER_PASSWORD: ownerPassword,
    COLONNADE_POOL_SIZE: '1',
    COLONNADE_TEST_DIE_AT: 'nowhere',
    ...environment,
  })
  const passed: string[] = []
  child.on('message', (message: { passed?: string }) => message.passed !== undefined && passed.push(message.passed))
  let hasEnded = false
  void ended.then(() => (hasEnded = true))
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const said = /(http:\/\/\S+)\/sign-in/.exec(output())?.[1]
      if (said !== undefined && output().includes('Stop:')) resolve(said)
    }
    child.stdout?.on('data', look)
    void ended.then(({ code, signal }) => reject(new Error(`The server ended (${code ?? signal}):\n${output()}`)))
  })
  const end = async (signal: NodeJS.Signals): Promise<Ending> => {
    if (!hasEnded) child.kill(signal)
    return ended
  }
  return {
    pid: child.pid!,
    url,
    output,
    ended,
    hasEnded: () => hasEnded,
    async stop() {
      if (hasEnded) return ended
      const ending = await end('SIGTERM')
      if (ending.code !== 0) throw new Error(`The server did not stop cleanly (${ending.code ?? ending.signal}):\n${output()}`)
      return ending
    },
    kill: () => end('SIGKILL'),
    passed,
    async dieAt(failpoint) {
      child.send(failpoint)
      for (;;) {
        const [message] = (await once(child, 'message')) as [{ fatal?: string }]
        if (message.fatal === failpoint) return
      }
    },
  }
}

/** Starts a server that is expected not to come up: what it printed, and how it ended. */
export async function runUntilEnd(home: string, environment: Environment = {}): Promise<Ending & { readonly output: string }> {
  const { ended, output } = launch(home, environment)
  return { ...(await ended), output: output() }
}
