import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { requireSlug } from '../../scope/required.ts'

/** Who belongs to an organization. */
export const membersQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'members'],
    queryFn: ({ signal }) => dataApi.members.list({ params: { slug: requireSlug(slug) }, signal }),
  })
