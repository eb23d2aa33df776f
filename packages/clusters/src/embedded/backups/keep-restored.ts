import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClusterDescription, writeDescription } from '../storage/cluster-file.ts'
import { removeTree, syncFolder, syncTree } from '../storage/files.ts'
import type { ClusterPaths, HomePaths } from '../storage/paths.ts'

/** Has a whole cluster of `making`, which is shut down, lie under `restored` with a description, on the disk for good. */
export async function keepRestored(paths: HomePaths, own: ClusterPaths, description: ClusterDescription, claim: () => Promise<void>): Promise<void> {
  await writeDescription(own.description, description)
  await removeTree(own.log)
  await mkdir(own.log, { mode: 0o700 })
  await syncTree(own.folder)
  await removeTree(join(paths.restored, description.ref))
  await claim()
  await rename(own.folder, join(paths.restored, description.ref))
  await syncFolder(paths.restored)
}
