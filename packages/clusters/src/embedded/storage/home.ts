import { randomBytes } from 'node:crypto'
import { chmod, lstat, mkdir, readdir, readlink, realpath, rename, rmdir, stat, symlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { AppError } from '@colonnade/core'
import { isMissing, onDisk, storageError, systemCode } from './files.ts'
import type { HomePaths } from './paths.ts'

/** Where homes of root go that other users' processes could not reach at their own place. */
const sharedFolder = '/var/lib/colonnade'

export interface HomeOptions {
  /** Whether clusters run under other users than ours; by default, when we are root. */
  readonly isRoot?: boolean
  /** Folder for homes that are out of reach at their own place; /var/lib/colonnade by default. */
  readonly elsewhere?: string
}

/**
 * Makes a folder fit to hold clusters and returns its real path. Under root every cluster has a user of its own, who must be able to
 * reach it: where a folder above can't be entered by others (/root, or a mktemp folder), an absent or empty home becomes a link to a
 * new folder under /var/lib/colonnade. Calling it again changes nothing.
 *
 * @throws AppError `home_unusable` (its message says which folder and what to do), `storage_full`, `storage_read_only`
 */
export async function prepareHome(home: string, options: HomeOptions = {}): Promise<string> {
  const wanted = resolve(home)
  const isRoot = options.isRoot ?? process.getuid?.() === 0
  try {
    const linked = await linkTarget(wanted)
    if (linked !== undefined && isRoot && dirname(linked) === (options.elsewhere ?? sharedFolder)) {
      if ((await exists(linked)) && (await obstacle(linked)) === undefined) return await admit(linked, isRoot)
      return await moveElsewhere(wanted, options.elsewhere ?? sharedFolder)
    }
    const blocked = isRoot ? await obstacle(linked ?? wanted) : undefined
    if (blocked === undefined) {
      await makeFolders(linked ?? wanted, isRoot ? 0o711 : 0o700)
      return await admit(linked ?? wanted, isRoot)
    }
    if (linked !== undefined || !(await isAbsentOrEmpty(wanted))) throw unreachable(wanted, blocked)
    return await moveElsewhere(wanted, options.elsewhere ?? sharedFolder)
  } catch (error) {
    throw homeError(error, wanted)
  }
}

/** Makes the folders of a home. Clusters' users pass through to their own; backups are for nobody but us. */
export async function prepareFolders(paths: HomePaths, isRoot: boolean): Promise<void> {
  const { engines, templates, pool, clusters, making, restored, replacing, replaced, trash, backups } = paths
  await onDisk(async () => {
    for (const folder of [engines, templates, pool, clusters, making, restored, replacing, replaced, trash]) {
      await mkdir(folder, { recursive: true })
      await chmod(folder, isRoot ? 0o711 : 0o700)
    }
    await mkdir(backups, { recursive: true, mode: 0o700 })
  })
}

async function admit(folder: string, isRoot: boolean): Promise<string> {
  const path = await realpath(folder)
  const found = await stat(path)
  if (!found.isDirectory()) throw new AppError('home_unusable', { home: path }, { message: `${path} is not a folder. Choose another COLONNADE_HOME` })
  // others may pass through to their own cluster, but see nothing on the way
  const mode = isRoot ? 0o711 : 0o700
  if ((found.mode & 0o777) !== mode) await chmod(path, mode)
  const probe = join(path, `.probe-${randomBytes(4).toString('hex')}`)
  await mkdir(probe)
  await rmdir(probe)
  return path
}

/** The nearest folder above (not the home itself) that others can't enter. */
async function obstacle(home: string): Promise<string | undefined> {
  let folder = dirname(home)
  let blocked: string | undefined
  // what does not exist yet will be made by us, and open enough
  while (!(await exists(folder))) folder = dirname(folder)
  folder = await realpath(folder)
  for (;;) {
    const found = await stat(folder)
    if (!found.isDirectory()) return undefined // mkdir says it better
    if ((found.mode & 0o001) === 0) blocked = folder
    if (folder === dirname(folder)) return blocked
    folder = dirname(folder)
  }
}

async function moveElsewhere(home: string, elsewhere: string): Promise<string> {
  const folder = join(elsewhere, randomBytes(8).toString('hex'))
  await makeFolders(elsewhere, 0o711)
  const blocked = await obstacle(folder)
  if (blocked !== undefined) throw unreachable(home, blocked)
  await mkdir(folder, { mode: 0o711 })
  await makeFolders(dirname(home), 0o755)
  const beside = `${home}.${randomBytes(4).toString('hex')}`
  await symlink(folder, beside)
  // a link can't replace a folder; an empty one goes first, and rmdir refuses if it is not empty after all
  if ((await linkTarget(home)) === undefined && (await exists(home))) await rmdir(home)
  await rename(beside, home)
  return admit(folder, true)
}

/** As mkdir -p; Node's own never returns where the system answers ENOENT to making a folder (/proc). */
async function makeFolders(folder: string, mode: number): Promise<void> {
  if (await exists(folder)) return
  await makeFolders(dirname(folder), mode)
  await mkdir(folder, { mode }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error
  })
}

async function linkTarget(path: string): Promise<string | undefined> {
  try {
    return (await lstat(path)).isSymbolicLink() ? resolve(dirname(path), await readlink(path)) : undefined
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

async function isAbsentOrEmpty(path: string): Promise<boolean> {
  try {
    return (await readdir(path)).length === 0
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return true
    throw error
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function unreachable(home: string, folder: string): AppError {
  const message = `${home} can’t be used: each database runs as its own user, and other users can’t enter ${folder}. Choose another COLONNADE_HOME, or allow passing through with: chmod o+x ${folder}`
  return new AppError('home_unusable', { home, folder }, { message })
}

function homeError(thrown: unknown, home: string): unknown {
  if (thrown instanceof AppError) return thrown
  const storage = storageError(thrown)
  if (storage !== undefined) {
    const words = storage.code === 'storage_full' ? 'the disk is full' : 'the file system is read-only'
    return new AppError(storage.code, { home }, { message: `${home} can’t be used: ${words}`, cause: thrown })
  }
  const reasons: { readonly [code: string]: string } = {
    ENOENT: 'a folder can’t be created there',
    ENOTDIR: 'it or a parent folder is a file',
    EEXIST: 'it is a file',
    EACCES: 'you don’t have permission to write there',
    EPERM: 'you don’t have permission to write there',
    ELOOP: 'its symbolic links form a loop',
    ENAMETOOLONG: 'its name is too long',
  }
  const reason = reasons[systemCode(thrown) ?? '']
  if (reason === undefined) return thrown
  return new AppError('home_unusable', { home }, { message: `${home} can’t be used: ${reason}. Choose another COLONNADE_HOME`, cause: thrown })
}
