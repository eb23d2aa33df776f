import type { AuditFilter, AuditFormat } from '@colonnade/contracts/organizations/audit-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey, keyOf } from '../../scope/keys/keys.ts'

/** The audit log of an organization, newest first, a page at a time. */
export const auditLogQuery = (slug: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/audit', { slug }, filter),
    queryFn: ({ signal, pageParam }) =>
      organizationApi.auditLog.list({ params: { slug }, query: { ...filter, ...(pageParam !== null && { before: pageParam }) }, signal }),
    ...byCursor,
  })

/** The signed-in person's own entries, newest first, a page at a time. */
export const accountAuditQuery = infiniteQueryOptions({
  queryKey: accountKey('/platform/account/audit'),
  queryFn: ({ signal, pageParam }) => organizationApi.account.listAudit({ query: pageParam === null ? {} : { before: pageParam }, signal }),
  ...byCursor,
})

/** Returns the address of the log as a file. */
export function auditFileAddress(slug: string, filter: AuditFilter, format: AuditFormat): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value)
  return `/platform/organizations/${encodeURIComponent(slug)}/audit/file?${search.toString()}`
}
