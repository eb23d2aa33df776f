import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Files that the pages of one route load besides the entry's own, as listed by the dashboard's build. */
export interface PageFiles {
  /** As the router writes it, with `$` before parameters. */
  readonly path: string
  readonly scripts: readonly string[]
  readonly styles: readonly string[]
}

/** The dashboard's document and the files of its routes. */
export interface BuiltPage {
  readonly html: string
  readonly pages: readonly PageFiles[]
}

const notBuilt: BuiltPage = { html: '<!doctype html><title>Colonnade</title><p>The dashboard is not built. Run npm start.</p>', pages: [] }

/**
 * Returns a function that reads the page from disk on each call: a build while the server runs changes the names of files, and removes the
 * page for a moment.
 */
export function openBuiltPage(folder: string): () => Promise<BuiltPage> {
  let page = notBuilt
  let isWhole = false
  return async () => {
    const html = await readFile(join(folder, 'index.html'), 'utf8').catch(() => page.html)
    if (html === page.html && isWhole) return page
    // the page works without the list: it then finds its files step by step
    const list = await readFile(join(folder, '.vite', 'pages.json'), 'utf8').catch(() => null)
    isWhole = list !== null
    return (page = { html, pages: list === null ? [] : (JSON.parse(list) as readonly PageFiles[]) })
  }
}

/** Finds the route of a path. If several match, the one with fewer parameters wins. */
export function findPage(pages: readonly PageFiles[], path: string): PageFiles | undefined {
  const names = namesOf(path)
  const matching = pages.filter((page) => matches(namesOf(page.path), names))
  return matching.toSorted((a, b) => countParameters(a) - countParameters(b))[0]
}

const namesOf = (path: string): string[] => path.split('/').filter((name) => name !== '')
const matches = (route: readonly string[], names: readonly string[]): boolean =>
  route.length === names.length && route.every((name, at) => name.startsWith('$') || name === names[at])
const countParameters = ({ path }: PageFiles): number => path.split('$').length

/** Adds the files of a route to the page's head, so that the browser requests all of them at once. */
export function linkFiles(html: string, page: PageFiles | undefined): string {
  if (page === undefined) return html
  const links = [
    ...page.scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...page.styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
  ]
  return html.replace('</head>', () => `${links.join('\n')}\n</head>`)
}
