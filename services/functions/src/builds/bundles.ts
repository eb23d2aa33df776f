import type { Clock } from '@colonnade/core'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { unnamedKeptMs } from './limits.ts'

/** A file of a bundle. */
export interface BundleFile {
  readonly path: string
  readonly bytes: Uint8Array
}

/** Folders of what is run, named by their content. */
export interface Bundles {
  /** Returns the name. */
  keep(files: readonly BundleFile[]): Promise<string>
  /** Removes others than these, and than those that were kept a moment ago. */
  keepOnly(names: ReadonlySet<string>): Promise<void>
}

const nameForm = /^[0-9a-f]{64}$/

export async function openBundles(folder: string, clock: Clock): Promise<Bundles> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  // what was begun, or is half removed
  for (const name of await readdir(folder)) if (!nameForm.test(name)) await rm(join(folder, name), { recursive: true, force: true })
  const keptAt = new Map<string, number>()
  return {
    async keep(files) {
      const name = nameOf(files)
      // before it is looked for, so that nobody removes it from now on
      keptAt.set(name, clock.now())
      const draft = await mkdtemp(join(folder, '.draft-'))
      try {
        for (const { path, bytes } of files) {
          await mkdir(dirname(join(draft, path)), { recursive: true, mode: 0o755 })
          await writeFile(join(draft, path), bytes, { mode: 0o644 })
        }
        await chmod(draft, 0o755)
        await rename(draft, join(folder, name))
      } catch (error) {
        await rm(draft, { recursive: true, force: true })
        // the same content is there already
        if (!isThere(error)) throw error
      }
      return name
    },
    async keepOnly(names) {
      const now = clock.now()
      for (const [name, at] of keptAt) if (now - at > unnamedKeptMs) keptAt.delete(name)
      for (const name of await readdir(folder)) {
        if (!nameForm.test(name) || names.has(name) || keptAt.has(name)) continue
        const going = join(folder, `.gone-${name}`)
        await rename(join(folder, name), going)
        await rm(going, { recursive: true, force: true })
      }
    },
  }
}

function nameOf(files: readonly BundleFile[]): string {
  const hash = createHash('sha256')
  for (const { path, bytes } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    hash.update(`${JSON.stringify(path)} ${bytes.byteLength}\n`).update(bytes)
  }
  return hash.digest('hex')
}

function isThere(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException).code
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}
