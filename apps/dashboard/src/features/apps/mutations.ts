import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { appsQuery, memberGrantsQuery, ownGrantsQuery } from './queries.ts'

export interface AppFields {
  readonly name: string
  readonly redirect_uris: string[]
}

function useRefresh(slug: string) {
  const queryClient = useQueryClient()
  return () => Promise.all([queryClient.invalidateQueries(appsQuery(slug)), queryClient.invalidateQueries(memberGrantsQuery(slug))])
}

export function useRegisterApp(slug: string) {
  return useMutation({
    mutationFn: (body: AppFields & { readonly is_confidential: boolean }) => organizationApi.apps.create({ params: { slug }, body }),
    onSuccess: useRefresh(slug),
  })
}

export function useUpdateApp(slug: string, id: string) {
  return useMutation({
    mutationFn: (body: AppFields) => organizationApi.apps.update({ params: { slug, id }, body }),
    onSuccess: useRefresh(slug),
  })
}

export function useRotateSecret(slug: string) {
  return useMutation({
    mutationFn: (id: string) => organizationApi.apps.rotateSecret({ params: { slug, id } }),
    onSuccess: useRefresh(slug),
  })
}

export function useRemoveApp(slug: string) {
  return useMutation({ mutationFn: (id: string) => organizationApi.apps.remove({ params: { slug, id } }), onSettled: useRefresh(slug) })
}

/** Of a member of the organization. */
export function useRevokeMemberGrant(slug: string) {
  return useMutation({ mutationFn: (id: string) => organizationApi.memberAppGrants.revoke({ params: { slug, id } }), onSettled: useRefresh(slug) })
}

/** Of the signed-in person. */
export function useRevokeOwnGrant() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => organizationApi.ownAppGrants.revoke({ params: { id } }),
    onSettled: () => queryClient.invalidateQueries(ownGrantsQuery),
  })
}

/** Answers an application; then the browser goes where the platform says, which is an address that is registered for it. */
export function useAnswerRequest(request: string) {
  return useMutation({
    mutationFn: (slug: string | null) =>
      slug === null
        ? organizationApi.appRequests.deny({ body: { request } })
        : organizationApi.appRequests.allow({ body: { request, organization_slug: slug } }),
    onSuccess: ({ redirect_to: to }) => window.location.assign(to),
  })
}
