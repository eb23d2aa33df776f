import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { requireSlug } from '../../scope/required.ts'

/** Who belongs to an organization. */
export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/members', { slug }),
    queryFn: ({ signal }) => organizationApi.members.list({ params: { slug: requireSlug(slug) }, signal }),
  })
