import { queryOptions } from '@tanstack/react-query'
import { requireSlug } from '../required.ts'
import { organizationApi } from './organization-client.ts'

/** Roles that people of an organization can have, its own after those that every organization has. */
export const rolesQuery = (slug: string) =>
  queryOptions({
    queryKey: ['organizations', slug, 'roles'],
    queryFn: ({ signal }) => organizationApi.organizationRoles.list({ params: { slug: requireSlug(slug) }, signal }),
  })
