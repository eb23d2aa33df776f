/** What the files of a function may be together. */
export const sourceBytesMost = 20 * 1024 * 1024
export const sourceFilesMost = 1_000
export const sourcePathMost = 1_000
const sourceNameBytesMost = 255
const sourceFoldersMost = 30

/** A file of a source, as far as it is checked. */
export interface SourceFile {
  readonly path: string
  readonly bytes: number
}

export interface CheckedSource {
  readonly files: readonly SourceFile[]
  readonly entrypoint: string
  readonly importMap: string | null
}

/** Returns what is wrong with the name of a file, in words for whoever sent it; null for nothing. */
export function problemOfPath(path: string): string | null {
  if (path === '') return 'Give each file a name.'
  const shown = JSON.stringify(path.slice(0, 100))
  if (path.includes('\0')) return `Leave out NUL characters in the names of files: ${shown}.`
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return `Leave out control characters in the names of files: ${shown}.`
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(path)) {
    return `Name files relative to the project's folder, not absolutely: ${shown}.`
  }
  if (path.includes('\\')) return `Separate folders with slashes: ${shown}.`
  const parts = path.split('/')
  if (parts.includes('..')) return `The names of files can't lead out of the project's folder: ${shown}.`
  if (parts.includes('.') || parts.includes('')) return `The name of a file isn't a plain path: ${shown}.`
  if (parts.length > sourceFoldersMost) return `Use at most ${sourceFoldersMost} folders within each other: ${shown}.`
  const isLong = path.length > sourcePathMost || parts.some((part) => new TextEncoder().encode(part).length > sourceNameBytesMost)
  return isLong ? `Use shorter names of files: ${shown}.` : null
}

/** Returns what is wrong with a source, and where; null for nothing. */
export function problemOfSource({ files, entrypoint, importMap }: CheckedSource): { readonly path: string; readonly message: string } | null {
  const problem = (path: string, message: string) => ({ path, message })
  if (files.length === 0) return problem('file', 'Send at least one file.')
  if (files.length > sourceFilesMost) {
    const most = sourceFilesMost.toLocaleString('en')
    return problem('file', `A function can have ${most} files; these are ${files.length.toLocaleString('en')}.`)
  }
  const paths = new Set<string>()
  for (const { path } of files) {
    const message = problemOfPath(path)
    if (message !== null) return problem('file', message)
    if (paths.has(path)) return problem('file', `Two files have the name ${JSON.stringify(path)}.`)
    paths.add(path)
  }
  for (const path of paths) {
    const parts = path.split('/')
    const parent = parts.map((_, index) => parts.slice(0, index).join('/')).find((folder) => paths.has(folder))
    if (parent !== undefined) return problem('file', `${JSON.stringify(parent)} is a file and a folder.`)
  }
  if (entrypoint === '') return problem('entrypoint_path', 'Name the file that is run: entrypoint_path.')
  if (!paths.has(entrypoint)) return problem('entrypoint_path', `The entrypoint ${JSON.stringify(entrypoint)} is not among the files.`)
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(entrypoint)) {
    return problem('entrypoint_path', `The entrypoint must be a TypeScript or JavaScript file: ${JSON.stringify(entrypoint)}.`)
  }
  if (importMap !== null && !paths.has(importMap))
    return problem('import_map_path', `The import map ${JSON.stringify(importMap)} is not among the files.`)
  return null
}
