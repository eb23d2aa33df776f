import type { WebhookKind } from '@colonnade/contracts/organizations/webhooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { webhooksQuery } from './queries.ts'

export interface WebhookFields {
  readonly url: string
  readonly kinds: WebhookKind[]
}

/** Refreshes the webhooks and their deliveries, which share the key. */
function useRefresh(slug: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: webhooksQuery(slug).queryKey })
}

export function useCreateWebhook(slug: string) {
  return useMutation({
    mutationFn: (body: WebhookFields) => organizationApi.webhooks.create({ params: { slug }, body }),
    onSuccess: useRefresh(slug),
  })
}

export function useUpdateWebhook(slug: string, id: string) {
  return useMutation({
    mutationFn: (body: Partial<WebhookFields> & { readonly is_paused?: boolean }) => organizationApi.webhooks.update({ params: { slug, id }, body }),
    onSettled: useRefresh(slug),
  })
}

export function useRotateSecret(slug: string) {
  return useMutation({ mutationFn: (id: string) => organizationApi.webhooks.rotateSecret({ params: { slug, id } }), onSuccess: useRefresh(slug) })
}

export function useRemoveWebhook(slug: string) {
  return useMutation({ mutationFn: (id: string) => organizationApi.webhooks.remove({ params: { slug, id } }), onSettled: useRefresh(slug) })
}

export function useTestWebhook(slug: string, id: string) {
  return useMutation({ mutationFn: () => organizationApi.webhooks.test({ params: { slug, id } }), onSettled: useRefresh(slug) })
}

export function useResend(slug: string, id: string) {
  return useMutation({
    mutationFn: (delivery: string) => organizationApi.webhooks.resend({ params: { slug, id, delivery } }),
    onSettled: useRefresh(slug),
  })
}
