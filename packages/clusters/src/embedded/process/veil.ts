import { spawn } from 'node:child_process'
import { plainEnvironment } from './run.ts'

/** A program with its arguments. */
export type Command = readonly [string, ...string[]]

/**
 * Covers folders with an empty file system of mode 0 and runs the rest of the arguments without a capability. The capabilities of the new
 * user namespace are gone by then, and a namespace inside of this one may not uncover what its parent covered (user_namespaces(7), "locked
 * mounts"), so that no process which descends from it gets to see the folders.
 */
const cover = `
while [ "$1" != -- ]; do mount -t tmpfs -o size=4k,mode=000 colonnade "$1" || exit 126; shift; done
shift
exec setpriv --ambient-caps=-all --inh-caps=-all --bounding-set=-all --no-new-privs "$@"`

/**
 * The command that runs a program which sees folders as empty and may not enter them, nor look into processes outside, such as ours: both
 * take a namespace of Linux that an ordinary user may make. The process keeps its number and its user.
 */
export function behindVeil(hidden: readonly string[], command: Command): Command {
  if (hidden.length === 0) return command
  return ['unshare', '--user', '--map-current-user', '--keep-caps', '--mount', 'sh', '-c', cover, 'sh', ...hidden, '--', ...command]
}

/** Whether this machine lets us: some kernels, containers and systems other than Linux do not. */
export async function canVeil(hidden: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux') return false
  const [program, ...args] = behindVeil(hidden, ['true'])
  const child = spawn(program, args, { stdio: 'ignore', env: plainEnvironment, cwd: '/' })
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.on('error', () => resolve(false))
  child.on('close', (code) => resolve(code === 0))
  return promise
}
