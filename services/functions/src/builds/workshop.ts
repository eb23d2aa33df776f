import type { FunctionSource } from '@colonnade/projects'
import { chmod, chown, copyFile, link, lstat, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Account } from '../sandboxes/ground.ts'
import { bundleBytesMost, mapBytesMost } from './limits.ts'
import { shims } from './substitutes.ts'

/** The workspace of builds, with the package cache they share. */
export interface Workshop {
  readonly account: Account
  /** A folder for one build, with its source in it. */
  open(source: FunctionSource): Promise<Bench>
}

export interface Bench extends AsyncDisposable {
  readonly folder: string
  /** URL of the source's root, with a slash at the end. */
  readonly root: string
  shimUrl(name: string): string
  writeConfig(config: object): Promise<void>
  /** What the bundler has made: the module and its source map. */
  readMade(name: string): Promise<{ readonly code: Uint8Array; readonly map: Uint8Array }>
}

/** What the bundler has made is larger than it may be. */
export class TooLarge extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super(`${bytes} bytes`)
    this.bytes = bytes
  }
}

/** What Deno looks for below its folder of downloads, and fetches where it is missing. */
const esbuild = {
  folder: 'esbuild-0.25.5-1',
  package: `@esbuild/${process.platform}-${process.arch}`,
  name: `esbuild-${process.platform}-${process.arch}`,
}

/** Parts of the cache that builds share. */
const shared = ['npm', 'remote', 'dl'] as const

/** @param npmrc the installation's own `.npmrc`, as packages are fetched with it */
export async function openWorkshop(folder: string, account: Account, npmrc: string): Promise<Workshop> {
  const [cache, benches] = [join(folder, 'cache'), join(folder, 'builds')]
  const give = async (path: string): Promise<void> => {
    if (account !== null) await chown(path, account.uid, account.gid)
  }
  // what a server that was killed had begun
  await rm(benches, { recursive: true, force: true })
  await mkdir(benches, { recursive: true })
  await chmod(benches, account === null ? 0o700 : 0o711)
  await mkdir(cache, { recursive: true })
  await chmod(cache, account === null ? 0o700 : 0o711)
  for (const part of shared) await mkdir(join(cache, part), { recursive: true })
  // what is run as it is found is nobody's but ours
  if (!(await placeEsbuild(join(cache, 'dl', esbuild.folder)))) await give(join(cache, 'dl'))
  for (const part of ['npm', 'remote'] as const) await give(join(cache, part))
  return {
    account,
    async open(source) {
      const bench = await realpath(await mkdtemp(join(benches, 'b-')))
      const make = async (name: string): Promise<string> => {
        const path = join(bench, name)
        await mkdir(path, { recursive: true, mode: 0o700 })
        await give(path)
        return path
      }
      const write = async (path: string, bytes: Uint8Array | string): Promise<void> => {
        await writeFile(join(bench, path), bytes, { mode: 0o600 })
        await give(join(bench, path))
      }
      try {
        await give(bench)
        for (const name of ['home', 'tmp', 'cache', 'shims', 'src', 'out']) await make(name)
        for (const part of shared) await symlink(join(cache, part), join(bench, 'cache', part))
        if (npmrc !== '') await write('home/.npmrc', npmrc)
        for (const [name, text] of Object.entries(shims)) await write(`shims/${name}`, text)
        const folders = new Set<string>()
        for (const { path, bytes } of source.files) {
          for (const parent of parentsOf(path)) {
            if (folders.has(parent)) continue
            folders.add(parent)
            await make(join('src', parent))
          }
          await write(join('src', path), bytes)
        }
      } catch (error) {
        await rm(bench, { recursive: true, force: true })
        throw error
      }
      return {
        folder: bench,
        root: `${pathToFileURL(join(bench, 'src')).href}/`,
        shimUrl: (name) => pathToFileURL(join(bench, 'shims', name)).href,
        writeConfig: (config) => write('deno.json', JSON.stringify(config)),
        async readMade(name) {
          const read = async (file: string, most: number): Promise<Uint8Array> => {
            const path = join(bench, 'out', file)
            // the bundler may have been led astray: what is read for it is its own
            const made = await lstat(path)
            if ((await realpath(path)) !== path || !made.isFile()) throw new Error(`the bundler made no file of ${file}`)
            if (made.size > most) throw new TooLarge(made.size)
            return readFile(path)
          }
          return { code: await read(name, bundleBytesMost), map: await read(`${name}.map`, mapBytesMost) }
        },
        [Symbol.asyncDispose]: () => rm(bench, { recursive: true, force: true }),
      }
    },
  }
}

function parentsOf(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

/** Returns whether the bundler's own bundler is there: it comes with the installation, and is fetched from npm otherwise. */
async function placeEsbuild(folder: string): Promise<boolean> {
  const require = createRequire(import.meta.url)
  let found: string
  try {
    found = join(dirname(require.resolve(`${esbuild.package}/package.json`)), 'bin', 'esbuild')
  } catch {
    return false
  }
  const placed = join(folder, esbuild.name)
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  await rm(placed, { force: true })
  await link(found, placed).catch(() => copyFile(found, placed))
  await chmod(placed, 0o755)
  return true
}
