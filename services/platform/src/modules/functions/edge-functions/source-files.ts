import { AppError } from '@colonnade/core'
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

/** Grace period for files that no version names yet. */
const unnamedKeptMs = 60 * 60_000

const nameForm = /^[0-9a-f]{64}$/

/** Source files of functions, stored once by content. */
export interface SourceFiles {
  /** Returns the file's hash: SHA-256, hex. */
  keep(bytes: Uint8Array): Promise<string>
  /** @throws AppError `internal` for a missing or damaged file */
  read(hash: string): Promise<Buffer>
  /** Deletes files that no version names, except recent ones. Returns false if there are no files at all. */
  keepOnly(hashes: ReadonlySet<string>, now: number): Promise<boolean>
}

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

export function openSourceFiles(dataDir: string): SourceFiles {
  const folder = join(dataDir, 'functions')
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  return {
    async keep(bytes) {
      const hash = hashOf(bytes)
      const path = pathOf(hash)
      const now = new Date()
      const isThere = await utimes(path, now, now).then(
        () => true,
        () => false,
      )
      if (isThere) return hash
      await mkdir(join(folder, hash.slice(0, 2)), { recursive: true, mode: 0o700 })
      const draft = join(folder, `.draft-${randomUUID()}`)
      const file = await open(draft, 'wx', 0o600)
      try {
        await file.writeFile(bytes)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(draft, path)
      return hash
    },
    async read(hash) {
      const bytes = await readFile(pathOf(hash)).catch((error: unknown) => {
        throw new AppError('internal', {}, { internal: `source file ${hash} cannot be read`, cause: error })
      })
      if (hashOf(bytes) !== hash) throw new AppError('internal', {}, { internal: `source file ${hash} is damaged` })
      return bytes
    },
    async keepOnly(hashes, now) {
      const groups = await readdir(folder).catch(() => null)
      for (const group of groups ?? []) {
        const paths = group.startsWith('.draft-')
          ? [join(folder, group)]
          : (await readdir(join(folder, group))).filter((name) => nameForm.test(name) && !hashes.has(name)).map(pathOf)
        for (const path of paths) {
          const kept = await stat(path).catch(() => null)
          if (kept !== null && now - kept.mtimeMs > unnamedKeptMs) await rm(path, { force: true })
        }
      }
      return groups !== null
    },
  }
}
