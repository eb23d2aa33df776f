import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { deniedAddresses } from '../egress/denied-addresses.ts'
import { ownApiHost } from '../egress/own-api.ts'
import { openFilesMost, runtimeDataBytes, threadsMost } from '../limits.ts'

/** A program with its arguments. */
export type Command = readonly [string, ...string[]]

/** Sockets of a worker, in a folder of its own. */
export const socketNames = { own: 'f', api: 'api', database: '.s.PGSQL.5432' } as const

export interface WorkerFiles {
  readonly deno: string
  readonly preload: string
  /** Of the bundle; nothing else of the disk can be imported. */
  readonly bundle: string
  /** Path of the module below the bundle. */
  readonly entrypoint: string
  /** Where the worker listens, and the project's API. */
  readonly sockets: string
  readonly temporary: string
  readonly importMap: string
}

/** Deno asks for no permission to import what a module names literally: so no name of a file leads out of the bundle. */
export function importMapOf({ bundle, preload }: Pick<WorkerFiles, 'bundle' | 'preload'>): string {
  const [folder, own] = [`file://${encodePath(bundle)}/`, `file://${encodePath(preload)}`]
  return JSON.stringify({ imports: { 'file:///': 'refused:///', [folder]: folder, [own]: own } })
}

/** The command that runs a bundle, and lets it reach nothing but its own folders and the hosts that it may; null for the internet. */
export function workerCommand(files: WorkerFiles, memoryBytes: number, allowedHosts: readonly string[] | null): Command {
  const { deno, preload, bundle, entrypoint, sockets, temporary, importMap } = files
  const megabytes = Math.max(16, Math.floor(memoryBytes / 1024 ** 2))
  const closed = ['--no-prompt', '--no-lock', '--no-config', '--quiet', '--node-modules-dir=none', '--no-remote', '--no-npm', '--cached-only']
  const loading = ['--no-code-cache', `--import-map=${importMap}`, `--preload=${preload}`, `--v8-flags=--max-old-space-size=${megabytes}`]
  const read = `--allow-read=${[bundle, sockets, temporary].join(',')}`
  const write = `--allow-write=${[sockets, temporary].join(',')}`
  // Deno counts sockets among addresses, besides the files that they are
  const own = [`${ownApiHost}:80`, ...[socketNames.own, socketNames.api, socketNames.database].map((name) => `unix:${join(sockets, name)}`)]
  const net = allowedHosts === null ? '--allow-net' : `--allow-net=${[...own, ...allowedHosts].join(',')}`
  const permissions = [read, write, '--allow-env', '--allow-sys=hostname', net, `--deny-net=${deniedAddresses().join(',')}`]
  return [deno, 'run', ...closed, ...loading, ...permissions, join(bundle, entrypoint)]
}

/** What of the system's tools is there to hold a process. */
export interface Holders {
  /** Ends it when we end. */
  readonly setpriv: string | null
  /** Bounds its memory. */
  readonly prlimit: string | null
}

export async function findHolders(folders: readonly string[] = ['/usr/bin', '/bin']): Promise<Holders> {
  const find = async (name: string): Promise<string | null> => {
    for (const folder of folders) {
      const path = join(folder, name)
      if (
        await access(path).then(
          () => true,
          () => false,
        )
      )
        return path
    }
    return null
  }
  if (process.platform !== 'linux') return { setpriv: null, prlimit: null }
  return { setpriv: await find('setpriv'), prlimit: await find('prlimit') }
}

/** Has a command run within its bounds, and end when whoever started it is gone, however that ended. */
export function held({ setpriv, prlimit }: Holders, command: Command, memoryBytes: number, hasOwnUser: boolean): Command {
  const data = memoryBytes + runtimeDataBytes
  const limits = [`--data=${data}:${data}`, '--core=0:0', `--nofile=${openFilesMost}:${openFilesMost}`]
  const bounded: Command =
    prlimit === null ? command : [prlimit, ...limits, ...(hasOwnUser ? [`--nproc=${threadsMost}:${threadsMost}`] : []), ...command]
  return setpriv === null ? bounded : [setpriv, '--pdeathsig', 'KILL', '--no-new-privs', ...bounded]
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
