import { systemCode } from '@colonnade/objects'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { renderLimits } from './limits.ts'
import type { ImageFormat } from './parameters.ts'

export interface KeptRender {
  readonly path: string
  readonly bytes: number
  readonly format: ImageFormat
}

/**
 * Caches renders within a budget of bytes. Over the budget, the largest family loses its least recently used renders, so that one project
 * doesn't evict the renders of others.
 */
export interface KeptRenders {
  /** null when there is none. */
  find(folder: string, name: string): Promise<KeptRender | null>
  /** Where a render may be written before it is kept. */
  draft(folder: string, name: string): Promise<string>
  /** Keeps what was written to a draft. */
  keep(folder: string, name: string, draft: string, made: Omit<KeptRender, 'path'>): Promise<KeptRender>
  /** Forgets one whose file is gone. */
  forget(folder: string, name: string): void
}

const formats: ReadonlySet<string> = new Set<ImageFormat>(['jpeg', 'png', 'webp', 'avif', 'gif'])
/** What a draft is called: a kill may leave one. */
const draftEnd = '.draft'

interface Family {
  /** By name, least lately used first. */
  readonly renders: Map<string, KeptRender>
  bytes: number
}

export function createKeptRenders(mostBytes: number = renderLimits.keptBytes): KeptRenders {
  const families = new Map<string, Promise<Family>>()
  const open = new Map<string, Family>()
  let total = 0
  let drafts = 0

  const familyOf = (folder: string): Promise<Family> => {
    const known = families.get(folder)
    if (known !== undefined) return known
    const loading = load(folder).then(
      (family) => {
        open.set(folder, family)
        total += family.bytes
        return family
      },
      (error: unknown) => {
        families.delete(folder)
        throw error
      },
    )
    families.set(folder, loading)
    return loading
  }
  const drop = (family: Family, name: string): KeptRender | undefined => {
    const render = family.renders.get(name)
    if (render === undefined) return undefined
    family.renders.delete(name)
    family.bytes -= render.bytes
    total -= render.bytes
    return render
  }
  const shrink = async (): Promise<void> => {
    const removed: KeptRender[] = []
    while (total > mostBytes) {
      const largest = [...open.values()].reduce((one, other) => (other.bytes > one.bytes ? other : one))
      const [oldest] = largest.renders.keys()
      if (oldest === undefined) break
      removed.push(drop(largest, oldest)!)
    }
    await Promise.all(removed.map(({ path }) => rm(path, { force: true })))
  }

  return {
    async find(folder, name) {
      const { renders } = await familyOf(folder)
      const render = renders.get(name)
      if (render === undefined) return null
      renders.delete(name)
      renders.set(name, render)
      return render
    },
    async draft(folder, name) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      return join(folder, `${name}.${process.pid}-${++drafts}${draftEnd}`)
    },
    async keep(folder, name, draft, { bytes, format }) {
      const family = await familyOf(folder)
      const path = join(folder, `${name}.${format}`)
      await rename(draft, path)
      drop(family, name)
      const render = { path, bytes, format }
      family.renders.set(name, render)
      family.bytes += bytes
      total += bytes
      await shrink()
      return render
    },
    forget(folder, name) {
      const family = open.get(folder)
      if (family !== undefined) drop(family, name)
    },
  }
}

/** Loads the renders in a folder by creation time, and deletes unfinished ones. */
async function load(folder: string): Promise<Family> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return []
    throw error
  })
  const found: { readonly name: string; readonly render: KeptRender; readonly madeAt: number }[] = []
  for (const file of names) {
    const path = join(folder, file)
    const mark = file.lastIndexOf('.')
    const format = file.slice(mark + 1)
    if (!formats.has(format)) {
      if (file.endsWith(draftEnd)) await rm(path, { force: true })
      continue
    }
    const { size, mtimeMs } = await stat(path)
    found.push({ name: file.slice(0, mark), render: { path, bytes: size, format: format as ImageFormat }, madeAt: mtimeMs })
  }
  found.sort((one, other) => one.madeAt - other.madeAt)
  const renders = new Map(found.map(({ name, render }) => [name, render]))
  return { renders, bytes: [...renders.values()].reduce((sum, { bytes }) => sum + bytes, 0) }
}
