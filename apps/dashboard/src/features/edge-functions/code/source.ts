import { problemOfSource } from '@colonnade/contracts/functions/function-source'
import type { CodeLanguage } from '../../../lib/code/code-language.ts'

/** A file of a function: text or binary. */
export interface SourceFile {
  readonly path: string
  readonly content: string | Uint8Array<ArrayBuffer>
}

/** The complete source of a function version. */
export interface FunctionSource {
  readonly files: readonly SourceFile[]
  /** Path of the entry module. */
  readonly entrypoint: string
  /** Path of its Deno configuration or import map. */
  readonly importMap: string | null
  /** Files the function can read at runtime. */
  readonly staticPatterns: readonly string[]
}

const names = new Intl.Collator('en', { numeric: true })

export const bytesOf = ({ content }: SourceFile): number => (typeof content === 'string' ? new TextEncoder().encode(content).length : content.length)

export const fileOf = (source: FunctionSource, path: string): SourceFile | undefined => source.files.find((file) => file.path === path)

/** Adds a file, or replaces the file at its path. */
export function withFile(source: FunctionSource, file: SourceFile): FunctionSource {
  const others = source.files.filter(({ path }) => path !== file.path)
  return { ...source, files: [...others, file].toSorted((a, b) => names.compare(a.path, b.path)) }
}

export function withoutFile(source: FunctionSource, path: string): FunctionSource {
  return {
    ...source,
    files: source.files.filter((file) => file.path !== path),
    importMap: source.importMap === path ? null : source.importMap,
  }
}

/** Renames a file, and keeps it as the entry point or configuration if it was that. */
export function withRenamed(source: FunctionSource, from: string, to: string): FunctionSource {
  const file = fileOf(source, from)
  if (file === undefined || from === to) return source
  const renamed = withFile(withoutFile(source, from), { ...file, path: to })
  return {
    ...renamed,
    entrypoint: source.entrypoint === from ? to : source.entrypoint,
    importMap: source.importMap === from ? to : source.importMap,
  }
}

/** Returns why a file can't be at a path; null if it can. `from` is the current path of a file being renamed. */
export function problemOfNewPath(source: FunctionSource, path: string, from?: string): string | null {
  const others = source.files.filter((file) => file.path !== from)
  const entrypoint = source.entrypoint === from ? path : source.entrypoint
  const files = [...others.map((file) => ({ path: file.path, bytes: 0 })), { path, bytes: 0 }]
  return problemOfSource({ files, entrypoint, importMap: null })?.message ?? null
}

export type FileChange = 'added' | 'changed' | 'deleted'

/** Lists the files a draft changes. */
export function changesOf(base: FunctionSource, draft: FunctionSource): ReadonlyMap<string, FileChange> {
  const changes = new Map<string, FileChange>()
  for (const file of draft.files) {
    const before = fileOf(base, file.path)
    if (before === undefined) changes.set(file.path, 'added')
    else if (!isSame(before.content, file.content)) changes.set(file.path, 'changed')
  }
  for (const { path } of base.files) if (fileOf(draft, path) === undefined) changes.set(path, 'deleted')
  return changes
}

export function isSameSource(base: FunctionSource, draft: FunctionSource): boolean {
  return base === draft || (base.entrypoint === draft.entrypoint && changesOf(base, draft).size === 0)
}

function isSame(a: SourceFile['content'], b: SourceFile['content']): boolean {
  if (typeof a === 'string' || typeof b === 'string') return a === b
  return a === b || (a.length === b.length && a.every((byte, index) => byte === b[index]))
}

/** Reads a file, as text if possible. */
export function contentOf(bytes: Uint8Array<ArrayBuffer>): SourceFile['content'] {
  if (bytes.includes(0)) return bytes
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return bytes
  }
}

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/i.test(path)
const isConfiguration = (path: string): boolean => /(^|\/)(deno\.jsonc?|import_map\.json|package\.json|deno\.lock)$/.test(path)

/** Returns the patterns a function needs to read all its non-code files, including the patterns it has. */
export function staticPatternsOf({ files, staticPatterns }: FunctionSource): string[] {
  const patterns = new Set(staticPatterns)
  for (const { path } of files) {
    if (isCode(path) || isConfiguration(path)) continue
    const extension = /[^/](\.[A-Za-z0-9]+)$/.exec(path)?.[1]
    patterns.add(extension === undefined ? path.replace(/[*?[\]{}()!+@\\]/g, '?') : `**/*${extension}`)
  }
  return [...patterns]
}

export function languageOf(path: string): CodeLanguage {
  if (isCode(path)) return 'typescript'
  if (/\.jsonc?$/i.test(path)) return 'json'
  if (/\.(html?|svg|xml)$/i.test(path)) return 'html'
  return /\.sql$/i.test(path) ? 'sql' : 'text'
}

/** A line in the file list. */
export interface FileRow {
  readonly kind: 'folder' | 'file'
  readonly path: string
  /** Name relative to the folder above it. */
  readonly name: string
  readonly level: number
}

interface Folder {
  readonly folders: Map<string, Folder>
  readonly files: string[]
}

/** Arranges paths as a tree, folders first. A folder that only contains another folder shares its line. */
export function fileRows(paths: readonly string[]): FileRow[] {
  const root: Folder = { folders: new Map(), files: [] }
  for (const path of paths.toSorted(names.compare)) {
    const parts = path.split('/')
    let folder = root
    for (const name of parts.slice(0, -1)) {
      const next = folder.folders.get(name) ?? { folders: new Map(), files: [] }
      folder.folders.set(name, next)
      folder = next
    }
    folder.files.push(parts.at(-1)!)
  }
  return rowsOf(root, '', 1)
}

function rowsOf(folder: Folder, prefix: string, level: number): FileRow[] {
  const folders = [...folder.folders].flatMap(([first, found]) => {
    let [name, inner] = [first, found]
    while (inner.files.length === 0 && inner.folders.size === 1) {
      const [only, next] = [...inner.folders][0]!
      ;[name, inner] = [`${name}/${only}`, next]
    }
    const path = `${prefix}${name}`
    return [{ kind: 'folder' as const, path, name, level }, ...rowsOf(inner, `${path}/`, level + 1)]
  })
  return [...folders, ...folder.files.map((name) => ({ kind: 'file' as const, path: `${prefix}${name}`, name, level }))]
}
