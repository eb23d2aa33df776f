import type { BillingDetails, BillingReport } from '@colonnade/contracts/billing/billing'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { billingQuery } from '../../scope/prices/billing-query.ts'
import { organizationQuery, organizationsQuery } from '../../scope/queries.ts'
import { invoiceQuery, invoicesKey, paymentsQuery } from './queries.ts'

/** Refreshes everything that shows the plan, and usage, which is measured against it. */
function useKeep(slug: string) {
  const queryClient = useQueryClient()
  return async (report: BillingReport): Promise<void> => {
    queryClient.setQueryData(billingQuery(slug).queryKey, report)
    await Promise.all([
      queryClient.invalidateQueries({ ...organizationQuery(slug), exact: true }),
      queryClient.invalidateQueries({ ...organizationsQuery, exact: true }),
      queryClient.invalidateQueries({ queryKey: keyOf('/platform/organizations/{slug}/usage', { slug }) }),
    ])
  }
}

export function useChangePlan(slug: string) {
  const keep = useKeep(slug)
  return useMutation({ mutationFn: (plan: PlanId) => organizationApi.billing.changePlan({ params: { slug }, body: { plan } }), onSuccess: keep })
}

export function useChangeSpendCap(slug: string) {
  const keep = useKeep(slug)
  return useMutation({
    mutationFn: (isBilled: boolean) => organizationApi.billing.changeSpendCap({ params: { slug }, body: { usage_billing_enabled: isBilled } }),
    onSuccess: keep,
  })
}

export function useChangeDetails(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BillingDetails) => organizationApi.billing.changeDetails({ params: { slug }, body }),
    onSuccess: (report) => queryClient.setQueryData(billingQuery(slug).queryKey, report),
  })
}

/** For the owner of the installation, whichever organization it is of. */
export function useSettleInvoice(slug: string | null) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, status }: { readonly id: string; readonly status: 'paid' | 'void' }) =>
      organizationApi.installationInvoices.settle({ params: { id }, body: { status } }),
    onSuccess: async (invoice) => {
      queryClient.setQueryData(invoiceQuery(slug, invoice.id).queryKey, invoice)
      await queryClient.invalidateQueries({ queryKey: invoicesKey(slug) })
    },
  })
}

/** Leaves for a page of Stripe. */
export function useAddCard(slug: string) {
  return useMutation({
    mutationFn: () => organizationApi.payments.addCard({ params: { slug } }),
    onSuccess: ({ url }) => window.location.assign(url),
  })
}

export function useRemoveCard(slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => organizationApi.payments.removeCard({ params: { slug } }),
    onSuccess: (report) => queryClient.setQueryData(paymentsQuery(slug).queryKey, report),
  })
}

/** Opens a page at Stripe. If the invoice can't be paid, shows its latest state. */
export function usePayInvoice() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (params: { readonly slug: string; readonly id: string }) => organizationApi.payments.pay({ params }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (_error, { slug }) => queryClient.invalidateQueries({ queryKey: invoicesKey(slug) }),
  })
}
