/**
 * Groups the code of pages into a file that every page of a project needs, files that a few sections share, and one file per section, such
 * as the table editor or the database pages. Without groups, a page would request dozens of small files.
 */

/** The facts about a module that are used here. */
interface ModuleFacts {
  readonly importedIds: readonly string[]
}
/** The part of the bundler's plugin context that is used here. */
export interface ModuleGraph {
  getModuleIds(): Iterable<string>
  getModuleInfo(id: string): ModuleFacts | null
}

/** Packages with one index file: which of their modules a section uses is only known after unused code is dropped. */
const listsParts = /[\\/]packages[\\/]|[\\/]node_modules[\\/]lucide-react[\\/]/
const projectRoute = 'project/$ref/'

/** Returns the section of a route's file by its folder or name: "project/$ref/database", "org". Null for other files. */
export function sectionOf(id: string): string | null {
  const [, path] = /[\\/]src[\\/]routes[\\/](.+?)\.tsx(?:\?|$)/.exec(id) ?? []
  if (path === undefined) return null
  const place = path.replaceAll('\\', '/')
  const prefix = place.startsWith(projectRoute) ? projectRoute : ''
  const [first = ''] = place.slice(prefix.length).split(/[/.]/)
  return prefix + first
}

/** The layout around all pages of a project, and their overview. */
const layout = `${projectRoute}route`
const overview = `${projectRoute}index`
const rowSections: ReadonlySet<string> = new Set([`${projectRoute}editor`, `${projectRoute}sql`])

/** Returns the file for a module that these sections use. */
export function fileFor(sections: ReadonlySet<string>): string | null {
  if (sections.size === 0) return null
  if (sections.has(layout) || (sections.has(overview) && sections.size > 1)) return 'shell'
  if (sections.size === 1) return [...sections][0]!.replace(projectRoute, '')
  if ([...sections].some((section) => !section.startsWith(projectRoute))) return 'shell'
  return [...sections].every((section) => rowSections.has(section)) ? 'rows' : 'tools'
}

/** Returns the sections that use each module. Code that a section only loads later doesn't count. */
export function sectionsOf(graph: ModuleGraph): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>()
  const visit = (id: string, section: string): void => {
    const sections = found.get(id) ?? new Set()
    found.set(id, sections)
    if (sections.has(section)) return
    sections.add(section)
    if (!listsParts.test(id)) for (const next of graph.getModuleInfo(id)?.importedIds ?? []) visit(next, section)
  }
  for (const id of graph.getModuleIds()) {
    const section = id.includes('tsr-split') ? sectionOf(id) : null
    if (section !== null) visit(id, section)
  }
  return found
}
