import { constants } from 'node:fs'
import { copyFile, mkdtemp, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { diskUse, onDisk, removeTree, systemCode } from '../storage/files.ts'
import type { HomePaths } from '../storage/paths.ts'

/** Errors of file systems without reflinks (copy_file_range(2), ioctl_ficlone(2)). */
const refusals: ReadonlySet<string | undefined> = new Set(['ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EINVAL', 'ENOTTY', 'EXDEV', 'EPERM'])

/** Large enough that copying takes longer than the system calls. */
const probeBytes = 16 * 1024 * 1024

/** Returns the size of the files that a copy of the cluster would contain. */
export async function readCopyBytes(paths: HomePaths, source: string): Promise<number> {
  const { data } = paths.cluster(source)
  const [whole, wal] = await Promise.all([diskUse(data), diskUse(join(data, 'pg_wal'))])
  return Math.max(0, whole - wal)
}

/** Returns whether files can be cloned from clusters into new copies. */
export async function canShare(paths: HomePaths): Promise<boolean> {
  return withProbe(paths, async (folder) => {
    const source = join(folder, 'source')
    // some file systems store very small files inline
    await writeFile(source, Buffer.alloc(64 * 1024, 1))
    try {
      await copyFile(source, join(folder, 'clone'), constants.COPYFILE_FICLONE_FORCE)
      return true
    } catch (error) {
      if (refusals.has(systemCode(error))) return false
      throw error
    }
  })
}

/** Measures bytes per second, including the sync to disk. */
export async function measureCopying(paths: HomePaths): Promise<number> {
  return withProbe(paths, async (folder) => {
    const [source, target] = [join(folder, 'source'), join(folder, 'copy')]
    await writeFile(source, Buffer.alloc(probeBytes, 1))
    const begin = performance.now()
    await copyFile(source, target)
    const file = await open(target, 'r')
    await file.datasync()
    await file.close()
    return probeBytes / ((performance.now() - begin) / 1_000)
  })
}

async function withProbe<T>(paths: HomePaths, work: (folder: string) => Promise<T>): Promise<T> {
  return onDisk(async () => {
    const folder = await mkdtemp(join(paths.making, 'probe-'))
    try {
      return await work(folder)
    } finally {
      await removeTree(folder)
    }
  })
}
