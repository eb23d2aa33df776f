import { chmod, lstat, mkdir, rmdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { AppError } from '@colonnade/core'
import { removeTree, systemCode } from './files.ts'
import type { ClusterPaths } from './paths.ts'

/**
 * Where a cluster's socket folder lies outside of the home (see `homePaths`), makes the folder above it: ours, open to nobody's writing.
 *
 * @throws AppError `home_unusable` when somebody else has made a folder of that name
 */
export async function prepareSocketParent({ folder, socket }: ClusterPaths): Promise<void> {
  const parent = dirname(socket)
  if (parent === folder) return
  await mkdir(parent, { mode: 0o711 }).catch((error: unknown) => {
    if (systemCode(error) !== 'EEXIST') throw error
  })
  const found = await lstat(parent)
  if (!found.isDirectory() || found.uid !== process.getuid?.()) {
    throw new AppError(
      'home_unusable',
      { folder: parent },
      { message: `${parent} belongs to another user. Remove it, or choose a shorter COLONNADE_HOME` },
    )
  }
  if ((found.mode & 0o777) !== 0o711) await chmod(parent, 0o711)
}

/** Removes a socket folder outside of the home, and the one above it after the last. */
export async function removeSocketFolder({ folder, socket }: ClusterPaths): Promise<void> {
  const parent = dirname(socket)
  if (parent === folder) return
  await removeTree(socket)
  await rmdir(parent).catch((error: unknown) => {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(systemCode(error) ?? '')) throw error
  })
}
