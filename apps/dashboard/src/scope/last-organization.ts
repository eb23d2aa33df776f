import type { Organization } from '@colonnade/contracts'
import { keep, readKept } from '../lib/kept.ts'

const key = 'last-organization'

export const rememberOrganization = (slug: string) => keep(key, slug)

/** Where the logo leads (spec §2): the last visited organization, else the current, else the first; null without any. */
export function homeOrganization(organizations: readonly Pick<Organization, 'slug'>[], current?: string, last = readKept(key)): string | null {
  const isMine = (slug: string | null | undefined) => organizations.some((organization) => organization.slug === slug)
  if (last !== null && isMine(last)) return last
  if (current !== undefined && isMine(current)) return current
  return organizations[0]?.slug ?? null
}
