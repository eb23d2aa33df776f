import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { requireSlug } from '../../scope/required.ts'

/** Who belongs to an organization. */
export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'members'],
    queryFn: ({ signal }) => organizationApi.members.list({ params: { slug: requireSlug(slug) }, signal }),
  })
