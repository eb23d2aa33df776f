import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { useSyncExternalStore } from 'react'
import { keep, readKept } from '../../lib/kept.ts'

const key = 'last-organization'
const listeners = new Set<() => void>()

export function rememberOrganization(slug: string): void {
  keep(key, slug)
  for (const listener of listeners) listener()
}

/** See `homeOrganization`; it changes as one goes from one organization to another. */
export function useHomeOrganization(organizations: readonly Pick<Organization, 'slug'>[], current?: string): string | null {
  const last = useSyncExternalStore(subscribe, () => readKept(key))
  return homeOrganization(organizations, current, last)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the logo leads (spec §2): the last visited organization, else the current, else the first; null without any. */
export function homeOrganization(organizations: readonly Pick<Organization, 'slug'>[], current?: string, last = readKept(key)): string | null {
  const isMine = (slug: string | null | undefined) => organizations.some((organization) => organization.slug === slug)
  if (last !== null && isMine(last)) return last
  if (current !== undefined && isMine(current)) return current
  return organizations[0]?.slug ?? null
}
