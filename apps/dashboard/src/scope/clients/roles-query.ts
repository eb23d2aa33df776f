import { queryOptions } from '@tanstack/react-query'
import { keyOf } from '../keys/keys.ts'
import { requireSlug } from '../required.ts'
import { organizationApi } from './organization-client.ts'

/** Roles that people of an organization can have, its own after those that every organization has. */
export const rolesQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/roles', { slug }),
    queryFn: ({ signal }) => organizationApi.organizationRoles.list({ params: { slug: requireSlug(slug) }, signal }),
  })
