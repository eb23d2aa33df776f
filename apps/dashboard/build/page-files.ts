import { posix } from 'node:path'

/** Files that the pages of one route load besides the entry's own. Names are relative to the folder of the build. */
export interface PageFiles {
  /** As the router writes it, with `$` before parameters. */
  readonly path: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The facts about a built file that are used here. */
export interface BuiltFile {
  readonly fileName: string
  readonly isEntry: boolean
  readonly imports: readonly string[]
  readonly moduleIds: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined
}

/** The most scripts that a page may request, the entry's included. */
export const mostScripts = 12

const routesFolder = /^.*[\\/]src[\\/]routes[\\/]/

/** A route's file: its address, whether other pages are nested in it, and whether it is a page itself. */
interface RouteFile {
  readonly id: string
  readonly path: string
  readonly isLayout: boolean
  readonly isPage: boolean
}

/** Returns the address of a route's file: dots and folders both separate names. Null for the root route. */
export function routeFile(id: string): RouteFile | null {
  const place = id
    .replace(routesFolder, '')
    .replace(/\.tsx$/, '')
    .replaceAll('\\', '/')
  if (place === '__root') return null
  const names = place.split(/[/.]/)
  const last = names.at(-1)
  if (last === 'index' || last === 'route') names.pop()
  return { id, path: posix.join('/', ...names), isLayout: last !== 'index', isPage: last !== 'route' }
}

/** Returns the files of every route. @throws Error for a route whose code is in no file, or one that takes too many */
export function pageFiles(routeIds: readonly string[], built: readonly BuiltFile[]): PageFiles[] {
  const routes = routeIds.flatMap((id) => routeFile(id) ?? [])
  const byName = new Map(built.map((file) => [file.fileName, file]))
  const withImports = (files: Iterable<BuiltFile>): Set<BuiltFile> => {
    const all = new Set<BuiltFile>(files)
    for (const file of all) for (const name of file.imports) all.add(byName.get(name)!)
    return all
  }
  const filesOf = (id: string): BuiltFile[] =>
    built.filter(({ moduleIds }) => moduleIds.some((module) => module === id || module.startsWith(`${id}?`)))
  const first = withImports(built.filter(({ isEntry }) => isEntry))
  // a layout is a page itself only if no other file has its address
  const pages = routes.filter(({ path, isPage }) => isPage || !routes.some((other) => other.isPage && other.path === path))
  return pages.map(({ id, path }) => {
    // a layout also wraps the page at its own address
    const around = routes.filter((other) => other.id !== id && other.isLayout && `${path}/`.startsWith(`${other.path}/`))
    const own = filesOf(id)
    if (own.length === 0) throw new Error(`No file of the build has the code of ${path}`)
    const needed = withImports([...around.flatMap((other) => filesOf(other.id)), ...own])
    const added = [...needed].filter((file) => !first.has(file))
    const scripts = added.map(({ fileName }) => fileName)
    if (scripts.length + first.size > mostScripts) {
      throw new Error(`${path} would request ${scripts.length + first.size} scripts, more than ${mostScripts}: see fileFor in page-code.ts`)
    }
    return { path, scripts, styles: [...new Set(added.flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]))] }
  })
}
