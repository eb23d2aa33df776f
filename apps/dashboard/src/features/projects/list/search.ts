import type { Project } from '@colonnade/contracts/projects/projects'
import { z } from 'zod'
import { changingPollMs, settledPollMs } from '../limits.ts'
import { lookOf, statusGroupOf, statusGroups, type StatusGroup } from '../../../lib/texts/project-status.ts'
import { searchText } from './messages.ts'

const groupIds = statusGroups.map(({ id }) => id)

export const sorts = [
  { value: 'name', label: searchText.name },
  { value: 'newest', label: searchText.newest },
  { value: 'status', label: searchText.status },
] as const
export type Sort = (typeof sorts)[number]['value']

/** What of a list of projects is in the address: everything that a link should bring back. */
export const ProjectSearch = z.object({
  /** Words that name or ref contain. */
  q: z.string().optional().catch(undefined),
  status: z.enum(groupIds).optional().catch(undefined),
  /** Slug of the one organization that is shown. */
  org: z.string().optional().catch(undefined),
  /** By name when left out. */
  sort: z.enum(['newest', 'status']).optional().catch(undefined),
})
export type ProjectSearch = z.infer<typeof ProjectSearch>

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

const orders: Readonly<Record<Sort, (a: Project, b: Project) => number>> = {
  name: byName,
  newest: (a, b) => b.inserted_at.localeCompare(a.inserted_at) || byName(a, b),
  // what needs somebody first
  status: (a, b) => rank(a) - rank(b) || byName(a, b),
}

function byName(a: Project, b: Project): number {
  return collator.compare(a.name, b.name) || a.ref.localeCompare(b.ref)
}

const groupOrder: readonly StatusGroup[] = ['attention', 'changing', 'active', 'asleep', 'paused']

function rank(project: Project): number {
  return groupOrder.indexOf(statusGroupOf(project))
}

/** The projects that match every word and filter, in order. */
export function findProjects(projects: readonly Project[], { q = '', status, org, sort }: ProjectSearch): Project[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return projects
    .filter((project) => {
      if (status !== undefined && statusGroupOf(project) !== status) return false
      if (org !== undefined && project.organization_slug !== org) return false
      const text = `${project.name} ${project.ref}`.toLowerCase()
      return words.every((word) => text.includes(word))
    })
    .sort(orders[sort ?? 'name'])
}

/** From this many projects on, they are looked at less often, and shown as rows unless somebody chose otherwise. */
const manyProjects = 48

/** How often a list of projects is fetched again, in milliseconds: sooner while one changes, later when the list is long. */
export function listPollMs(projects: readonly Project[] | undefined): number {
  const slowness = (projects?.length ?? 0) > manyProjects ? 5 : 1
  return (projects?.some((project) => lookOf(project).isChanging) ? changingPollMs : settledPollMs) * slowness
}

export type Shape = 'cards' | 'table'

/** What a person chose, else what suits the number. */
export function shapeFor(chosen: string | null, count: number): Shape {
  if (chosen === 'cards' || chosen === 'table') return chosen
  return count > manyProjects ? 'table' : 'cards'
}
