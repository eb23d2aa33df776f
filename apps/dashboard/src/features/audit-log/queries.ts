import type { AuditFilter, AuditFormat } from '@colonnade/contracts/organizations/audit-log'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { byCursor } from '../../lib/paged-list/pages.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey, keyOf } from '../../scope/keys/keys.ts'

/** What was done in an organization, newest first, a page at a time. */
export const auditLogQuery = (slug: string, filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/audit', { slug }, filter),
    queryFn: ({ signal, pageParam }) =>
      organizationApi.auditLog.list({ params: { slug }, query: { ...filter, ...(pageParam !== null && { before: pageParam }) }, signal }),
    ...byCursor,
  })

/** What the signed-in person did, newest first, a page at a time. */
export const accountAuditQuery = infiniteQueryOptions({
  queryKey: accountKey('/platform/account/audit'),
  queryFn: ({ signal, pageParam }) => organizationApi.account.listAudit({ query: pageParam === null ? {} : { before: pageParam }, signal }),
  ...byCursor,
})

/** Where the browser gets it as a file. */
export function auditFileAddress(slug: string, filter: AuditFilter, format: AuditFormat): string {
  const search = new URLSearchParams({ format })
  for (const [name, value] of Object.entries(filter)) if (value !== undefined) search.set(name, value)
  return `/platform/organizations/${encodeURIComponent(slug)}/audit/file?${search.toString()}`
}
