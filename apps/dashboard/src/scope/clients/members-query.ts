import { queryOptions } from '@tanstack/react-query'
import { keyOf } from '../keys/keys.ts'
import { requireSlug } from '../required.ts'
import { organizationApi } from './organization-client.ts'

/** The members of an organization. */
export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/members', { slug }),
    queryFn: ({ signal }) => organizationApi.members.list({ params: { slug: requireSlug(slug) }, signal }),
  })
