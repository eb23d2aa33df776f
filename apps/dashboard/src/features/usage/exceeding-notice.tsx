import { billingPeriod } from '@colonnade/contracts/billing/billing-periods'
import { exceedingUsage } from '@colonnade/contracts/organizations/usage'
import { usageMetricOf } from '@colonnade/contracts/organizations/usage-metrics'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { addressOf, pages } from '../../paths.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { exceedingText } from './messages.ts'
import { usageQuery } from './queries.ts'
import { quantityText } from './usage-words.ts'

/** Warns about usage that exceeds the plan in this billing period (spec §9). Empty while loading, or if nothing does. */
export function ExceedingNotice({ slug, isElsewhere = false }: { readonly slug: string; readonly isElsewhere?: boolean }) {
  const [period] = useState(() => billingPeriod(new Date()))
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: report } = useQuery({ ...usageQuery(slug, period), enabled: isAllowed(organization, 'projects:read') })
  const exceeding = report === undefined ? [] : exceedingUsage(report)
  if (exceeding.length === 0) return null
  return (
    <section aria-label={exceedingText.title} className="flex gap-3 rounded-md border border-warning/40 bg-warning-tint px-3 py-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-medium">{exceedingText.title}</h2>
        <ul className="text-soft">
          {exceeding.map(({ metric, usage, pricing_free_units: free }) => {
            const { name, unit } = usageMetricOf(metric)
            return <li key={metric}>{exceedingText.line(name, quantityText(unit, usage), quantityText(unit, free ?? 0))}</li>
          })}
        </ul>
        <p className="text-soft">
          {exceedingText.advice}
          <AppLink href={addressOf(pages.organization.billing, { slug })} className="text-accent underline">
            {exceedingText.billingPage}
          </AppLink>
          {exceedingText.adviceEnd}
          {isElsewhere && (
            <AppLink href={addressOf(pages.organization.usage, { slug })} className="text-accent underline">
              {exceedingText.projects}
            </AppLink>
          )}
        </p>
      </div>
    </section>
  )
}
