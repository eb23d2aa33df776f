/** Maximum total size of a function's files. */
export const sourceBytesMost = 20 * 1024 * 1024
export const sourceFilesMost = 1_000
export const sourcePathMost = 1_000
const sourceNameBytesMost = 255
const sourceFoldersMost = 30

/** A source file to check. */
export interface SourceFile {
  readonly path: string
  readonly bytes: number
}

export interface CheckedSource {
  readonly files: readonly SourceFile[]
  readonly entrypoint: string
  readonly importMap: string | null
}

/** Returns the problem with a file name as a sentence, or null. */
export function problemOfPath(path: string): string | null {
  if (path === '') return 'Give each file a name.'
  const shown = JSON.stringify(path.slice(0, 100))
  if (path.includes('\0')) return `Remove NUL characters from file names: ${shown}.`
  if (/\p{Cc}/u.test(path) || !path.isWellFormed()) return `Remove control characters from file names: ${shown}.`
  if (path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path) || /^[A-Za-z][A-Za-z0-9+.-]+:\/\//.test(path)) {
    return `Use file names relative to the project's folder: ${shown}.`
  }
  if (path.includes('\\')) return `Separate folders with slashes: ${shown}.`
  const parts = path.split('/')
  if (parts.includes('..')) return `File names can't point outside of the project's folder: ${shown}.`
  if (parts.includes('.') || parts.includes('')) return `Remove empty and "." segments from file names: ${shown}.`
  if (parts.length > sourceFoldersMost) return `Nest folders at most ${sourceFoldersMost} levels deep: ${shown}.`
  const isLong = path.length > sourcePathMost || parts.some((part) => new TextEncoder().encode(part).length > sourceNameBytesMost)
  return isLong ? `Use a shorter file name: ${shown}.` : null
}

/** Returns the problem with a source and its location, or null. */
export function problemOfSource({ files, entrypoint, importMap }: CheckedSource): { readonly path: string; readonly message: string } | null {
  const problem = (path: string, message: string) => ({ path, message })
  if (files.length === 0) return problem('file', 'Send at least one file.')
  if (files.length > sourceFilesMost) {
    const most = sourceFilesMost.toLocaleString('en')
    return problem('file', `A function can have at most ${most} files. This one has ${files.length.toLocaleString('en')}.`)
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
  if (entrypoint === '') return problem('entrypoint_path', 'Set entrypoint_path to the file to run.')
  if (!paths.has(entrypoint)) return problem('entrypoint_path', `The entrypoint ${JSON.stringify(entrypoint)} is not among the files.`)
  if (!/\.(?:[cm]?[jt]s|[jt]sx)$/.test(entrypoint)) {
    return problem('entrypoint_path', `The entrypoint must be a TypeScript or JavaScript file: ${JSON.stringify(entrypoint)}.`)
  }
  if (importMap !== null && !paths.has(importMap))
    return problem('import_map_path', `The import map ${JSON.stringify(importMap)} is not among the files.`)
  return null
}
