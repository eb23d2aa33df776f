import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { z } from 'zod'
import { orderText } from './messages.ts'

export const sorts = [
  { value: 'name', label: orderText.name },
  { value: 'projects', label: orderText.projects },
  { value: 'newest', label: orderText.newest },
] as const
export type Sort = (typeof sorts)[number]['value']

/** What of the list of organizations is in the address. */
export const OrganizationSearch = z.object({
  /** Words that name or slug contain. */
  q: z.string().optional().catch(undefined),
  /** By name when left out. */
  sort: z.enum(['projects', 'newest']).optional().catch(undefined),
})
export type OrganizationSearch = z.infer<typeof OrganizationSearch>

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function byName(a: Organization, b: Organization): number {
  return collator.compare(a.name, b.name) || a.slug.localeCompare(b.slug)
}

const orders: Readonly<Record<Sort, (a: Organization, b: Organization) => number>> = {
  name: byName,
  projects: (a, b) => b.project_count - a.project_count || byName(a, b),
  newest: (a, b) => b.created_at.localeCompare(a.created_at) || byName(a, b),
}

/** The organizations that match every word, in order. */
export function findOrganizations(organizations: readonly Organization[], { q = '', sort }: OrganizationSearch): Organization[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  return organizations.filter(({ name, slug }) => words.every((word) => `${name} ${slug}`.toLowerCase().includes(word))).sort(orders[sort ?? 'name'])
}
