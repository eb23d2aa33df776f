import { isAppError } from '@colonnade/core'
import { queryOptions } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { requireSlug } from '../../scope/required.ts'

/** Invitations that nobody has answered yet. */
export const invitationsQuery = (slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/invitations', { slug }),
    queryFn: ({ signal }) => organizationApi.invitations.list({ params: { slug: requireSlug(slug) }, signal }),
  })

/** What the link of an invitation is to, for who looks at it now. */
export const offerQuery = (token: string) =>
  queryOptions({
    queryKey: keyOf('/platform/invitations/find', undefined, token),
    queryFn: ({ signal }) => organizationApi.invitationLinks.retrieve({ body: { token }, signal }),
    staleTime: 0,
    retry: (failures, error) => isAppError(error) && error.retryable && error.code !== 'rate_limited' && failures < 2,
  })
