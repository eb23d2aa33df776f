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
import { usageQuery } from './queries.ts'
import { quantityText } from './usage-words.ts'

/** Spec §9: warns of what exceeds its plan in this billing period. Nothing while that is not known, or when nothing does. */
export function ExceedingNotice({ slug, isElsewhere = false }: { readonly slug: string; readonly isElsewhere?: boolean }) {
  const [period] = useState(() => billingPeriod(new Date()))
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: report } = useQuery({ ...usageQuery(slug, period), enabled: isAllowed(organization, 'projects:read') })
  const exceeding = report === undefined ? [] : exceedingUsage(report)
  if (exceeding.length === 0) return null
  return (
    <section aria-label="Exceeding usage limits" className="flex gap-3 rounded-md border border-warning/40 bg-warning-tint px-3 py-2.5">
      <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-warning" />
      <div className="flex min-w-0 flex-col gap-1">
        <h2 className="font-medium">Exceeding usage limits</h2>
        <ul className="text-soft">
          {exceeding.map(({ metric, usage, pricing_free_units: free }) => {
            const { name, unit } = usageMetricOf(metric)
            return (
              <li key={metric}>
                {name}: {quantityText(unit, usage)} of {quantityText(unit, free ?? 0)} that the plan includes
              </li>
            )
          })}
        </ul>
        <p className="text-soft">
          Remove what is not needed: old branches, backups, data. Or choose a larger plan, or turn the spend cap off, on the{' '}
          <AppLink href={addressOf(pages.organization.billing, { slug })} className="text-accent underline">
            billing page
          </AppLink>
          .{' '}
          {isElsewhere && (
            <AppLink href={addressOf(pages.organization.usage, { slug })} className="text-accent underline">
              See which projects use it
            </AppLink>
          )}
        </p>
      </div>
    </section>
  )
}
