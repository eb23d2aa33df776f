import { addressOf, pages } from '../paths.ts'

/** The section of a project or an organization, and the name that stands for which one. */
const roots = { ref: pages.project.home, slug: pages.organization.projects } as const

/**
 * Returns the page of another project or organization that matches the current one (spec §2). For a page about a single object (a saved
 * query, a table), returns the nearest page above it.
 */
export function switchTarget(pathname: string, name: 'ref' | 'slug', from: string, to: string, hasPage: (route: string) => boolean): string {
  const root = addressOf(roots[name], { [name]: from })
  const rest = pathname === root || pathname.startsWith(`${root}/`) ? pathname.slice(root.length).split('/').filter(Boolean) : []
  for (let depth = rest.length; depth > 0; depth -= 1) {
    const route = [roots[name], ...rest.slice(0, depth)].join('/')
    if (hasPage(route)) return addressOf(route, { [name]: to })
    // a section that has no page of its own, but one that begins it
    if (depth === 1 && pages.project.sql.startsWith(`${route}/`)) return addressOf(pages.project.sql, { [name]: to })
  }
  return addressOf(roots[name], { [name]: to })
}
