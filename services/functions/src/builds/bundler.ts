import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { type Command, held } from '../sandboxes/command.ts'
import type { Account, Ground } from '../sandboxes/ground.ts'
import { bundleMemoryBytes, buildLogCharacters } from './limits.ts'

/** Environment of the bundler: the npm registry and its certificate authorities. */
export type BundlerEnvironment = Readonly<Record<string, string>>

export interface Bundling {
  readonly ground: Pick<Ground, 'deno' | 'holders'>
  readonly account: Account
  /** Its own; the bundler's HOME, temporary files and cache are in it. */
  readonly folder: string
  /** Paths below the folder. */
  readonly config: string
  readonly entrypoint: string
  readonly environment: BundlerEnvironment
  readonly withinMs: number
}

export interface Bundled {
  readonly isDone: boolean
  readonly isLate: boolean
  /** What it wrote, bounded. */
  readonly log: string
}

/** Runs `deno bundle`, which runs nothing of the source. What it makes is in the folder's `out`. */
export async function runBundler({ ground, account, folder, config, entrypoint, environment, withinMs }: Bundling): Promise<Bundled> {
  const options = ['--quiet', '--platform', 'deno', '--no-lock', '--node-modules-dir=none', '--sourcemap=external']
  const command: Command = [ground.deno, 'bundle', ...options, '--config', config, '--outdir', 'out', entrypoint]
  const [program, ...args] = held(ground.holders, command, bundleMemoryBytes, account !== null)
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    // its own group, which ends as a whole
    detached: true,
    env: {
      ...environment,
      HOME: `${folder}/home`,
      TMPDIR: `${folder}/tmp`,
      DENO_DIR: `${folder}/cache`,
      DENO_NO_UPDATE_CHECK: '1',
      NO_COLOR: '1',
    },
    ...account,
  })
  let log = ''
  const hear = (chunk: Buffer): void => void (log = (log + chunk.toString()).slice(0, buildLogCharacters * 2))
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  let isLate = false
  const killAll = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL')
    } catch {
      // all of them have ended
    }
  }
  const timer = setTimeout(() => {
    isLate = true
    killAll()
  }, withinMs)
  try {
    const [exitCode] = (await once(child, 'close')) as [number | null]
    return { isDone: exitCode === 0, isLate, log }
  } finally {
    clearTimeout(timer)
    if (child.pid !== undefined) killAll()
  }
}

/** What the bundler wrote, in the words of whoever wrote the source: paths as they named them. */
export function readableLog(log: string, { folder, root }: { readonly folder: string; readonly root: string }): string {
  return log
    .replace(
      /Plugin "deno" returned a non-absolute path: refused:\/\/(\S+) \(set a namespace if this is not a file path\)/g,
      "Files outside the function's own can't be imported: $1",
    )
    .replace(/Do not know how to load path: deno:(\S+)/g, "Import '$1' failed.")
    .replace(/Requires import access to "([^"]+)", run again with the --allow-import flag/g, "Modules can't be imported from $1.")
    .replaceAll(root, '')
    .replaceAll(root.slice('file://'.length), '')
    .replaceAll(folder, '')
    .replaceAll(dirname(folder), '')
    .replace(/^error: bundling failed\s*$/gm, '')
    .replace(/^\s*note: You can mark the path .*$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .slice(0, buildLogCharacters)
}
