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
import { addonText, pageText } from './messages.ts'
import { MonthPanel } from './month-panel.tsx'
import { addonName } from './plan-words.ts'
import { PlanPanel } from './plan-panel.tsx'
import { ReturnNotice } from './return-notice.tsx'
import { SpendCapPanel } from './spend-cap-panel.tsx'

export interface BillingPageProps {
  readonly slug: string
  /** The page at Stripe that the browser returned from. */
  readonly returned: { readonly page: string; readonly onClose: () => void } | null
}

/** The cost of the current month, the plan, add-ons, payment and invoices of an organization. */
export function BillingPage({ slug, returned }: BillingPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useTitle(pageText.title, organization.name)
  const mayManage = isAllowed(organization, 'billing:manage')
  const { data: report, error, refetch } = useQuery({ ...billingQuery(slug), enabled: mayManage })
  if (!mayManage) {
    return (
      <Page title={pageText.title}>
        <EmptyState icon={<CreditCard aria-hidden />} title={pageText.noAccess}>
          {pageText.whoHasAccess(organization.name)}
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={pageText.title} description={pageText.description(organization.name)}>
      {report === undefined && error !== null && <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void refetch()} />}
      {report === undefined && error === null && (
        <output aria-label={pageText.loading} className="flex flex-col gap-4">
          <Skeleton className="h-96 w-full rounded-lg" />
          <Skeleton className="h-24 w-full rounded-lg" />
        </output>
      )}
      {report !== undefined && (
        <>
          {report.managed_by !== null && (
            <p className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
              {report.managed_by === 'vercel-marketplace' ? pageText.managedByVercel : pageText.managed(report.managed_by)}
            </p>
          )}
          {returned !== null && report.payment_provider !== null && <ReturnNotice slug={slug} {...returned} />}
          <MonthPanel slug={slug} />
          <PlanPanel slug={slug} report={report} />
          <SpendCapPanel slug={slug} report={report} />
          <Panel label={addonText.title}>
            <PanelHeader
              title={addonText.title}
              description={[addonText.description, ...(report.plan === 'free' && report.addons.length > 0 ? [freePlanNote] : [])].join(' ')}
            />
            {report.addons.length === 0 ? (
              <PanelContent className="text-soft">{addonText.none}</PanelContent>
            ) : (
              <PanelContent>
                <Table label={addonText.title}>
                  <thead>
                    <tr>
                      <TableHead>{addonText.project}</TableHead>
                      <TableHead>{addonText.addon}</TableHead>
                      <TableHead isNumber>{addonText.perMonth}</TableHead>
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
                        <TableCell>{addonName(type, variant)}</TableCell>
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
