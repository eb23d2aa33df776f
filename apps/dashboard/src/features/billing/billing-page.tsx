import { moneyText } from '@colonnade/contracts/billing/prices'
import { EmptyState, Panel, PanelContent, PanelHeader, Skeleton, Table, TableCell, TableHead } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CreditCard } from 'lucide-react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { Page } from '../../lib/page.tsx'
import { freePlanNote } from '../../lib/texts/addon-prices.ts'
import { useTitle } from '../../lib/use-title.ts'
import { addressOf, pages } from '../../paths.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { billingQuery } from '../../scope/prices/billing-query.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { DetailsForm } from './details-form.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { PaymentPanel } from './payment-panel.tsx'
import { addonText } from './plan-words.ts'
import { PlanPanel } from './plan-panel.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SpendCapPanel } from './spend-cap-panel.tsx'

export interface BillingPageProps {
  readonly slug: string
  /** What the browser came back from Stripe with. */
  readonly returned: { readonly page: string; readonly onClose: () => void } | null
}

/** What an organization is on, has beyond it, and is billed for. */
export function BillingPage({ slug, returned }: BillingPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle('Billing', organization.name)
  const mayManage = isAllowed(organization, 'billing:manage')
  const { data: report, error, refetch } = useQuery({ ...billingQuery(slug), enabled: mayManage })
  if (!mayManage) {
    return (
      <Page title="Billing">
        <EmptyState icon={<CreditCard aria-hidden />} title="Not yours to manage">
          Owners of {organization.name} choose its plan and see what it is billed for.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Billing" description={`The plan of ${organization.name}, and what it pays for.`}>
      {report === undefined && error !== null && <ErrorNotice error={error} subject="Failed to load the billing" onRetry={() => void refetch()} />}
      {report === undefined && error === null && (
        <output aria-label="Loading the billing" className="flex flex-col gap-4">
          <Skeleton className="h-96 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined && (
        <>
          {report.managed_by !== null && (
            <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
              {report.managed_by === 'vercel-marketplace'
                ? 'This organization is managed by the Vercel Marketplace: change its plan there, in the settings of the integration.'
                : `This organization is managed by ${report.managed_by}: change its plan there.`}
            </p>
          )}
          {returned !== null && report.payment_provider !== null && <ReturnNotice slug={slug} {...returned} />}
          <PlanPanel slug={slug} report={report} />
          <SpendCapPanel slug={slug} report={report} />
          <Panel label="Add-ons">
            <PanelHeader
              title="Add-ons"
              description={[
                'What projects have beyond what every project has, and what a month of it costs.',
                ...(report.plan === 'free' && report.addons.length > 0 ? [freePlanNote] : []),
              ].join(' ')}
            />
            {report.addons.length === 0 ? (
              <PanelContent className="text-soft">No project has an add-on.</PanelContent>
            ) : (
              <PanelContent>
                <Table label="Add-ons">
                  <thead>
                    <tr>
                      <TableHead>Project</TableHead>
                      <TableHead>Add-on</TableHead>
                      <TableHead isNumber>A month</TableHead>
                    </tr>
                  </thead>
                  <tbody>
                    {report.addons.map(({ project_ref: ref, project_name: name, type, name: variant, monthly_cents: cents }) => (
                      <tr key={`${ref} ${type}`}>
                        <TableCell>
                          <AppLink href={addressOf(pages.settings.addons, { ref })} className="hover:underline">
                            {name}
                          </AppLink>
                        </TableCell>
                        <TableCell>{addonText(type, variant)}</TableCell>
                        <TableCell isNumber>{moneyText(cents, report.currency)}</TableCell>
                      </tr>
                    ))}
                  </tbody>
                </Table>
              </PanelContent>
            )}
          </Panel>
          {report.payment_provider !== null && <PaymentPanel slug={slug} />}
          <InvoicesPanel slug={slug} takesCards={report.payment_provider !== null} />
          <DetailsForm key={slug} slug={slug} details={report.details} organizationName={organization.name} />
        </>
      )}
    </Page>
  )
}
