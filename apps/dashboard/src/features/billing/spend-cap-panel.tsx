import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { moneyText, pricedUnitOf, usagePrices } from '@colonnade/contracts/billing/prices'
import { planLimits, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { ConfirmDialog, Panel, PanelContent, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { useChangeSpendCap } from './mutations.ts'

/** Whether what is used beyond the plan is billed. */
export function SpendCapPanel({ slug, report }: { readonly slug: string; readonly report: BillingReport }) {
  const { usage_billing_enabled: isBilled, plan, managed_by: manager, currency } = report
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeSpendCap(slug)
  const prices = usageMetrics.flatMap((metric) => {
    const { id, name } = metric
    const cents = usagePrices[id]
    return cents === undefined || planLimits[id][plan].freeUnits === null
      ? []
      : [`${name} ${moneyText(cents, currency)} per ${pricedUnitOf(metric).name}`]
  })
  const why = plan === 'free' ? 'The Free plan bills nothing: choose a paid plan to turn it off.' : null
  return (
    <Panel label="Spend cap">
      <PanelContent className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-sm font-medium">Spend cap</h2>
          <p className="text-sm text-soft">
            {isBilled
              ? 'Off: what is used beyond the plan is billed with the month.'
              : 'On: nothing beyond the plan is billed. What exceeds it is warned of, and should be brought down.'}
          </p>
          {plan !== 'free' && prices.length > 0 && <p className="mt-1 text-xs text-faint">Beyond the plan: {prices.join(', ')}.</p>}
          {why !== null && <p className="mt-1 text-xs text-faint">{why}</p>}
        </div>
        <Switch label="Spend cap" isOn={!isBilled} disabled={plan === 'free' || manager !== null} onChange={() => setIsAsking(true)} />
      </PanelContent>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={isBilled ? 'Turn the spend cap on?' : 'Turn the spend cap off?'}
        description={
          isBilled
            ? 'Nothing beyond the plan is billed from this month on. What exceeds it is warned of again.'
            : 'What is used beyond the plan is billed, this month included. Nothing is warned of any more.'
        }
        confirmLabel={isBilled ? 'Turn it on' : 'Turn it off'}
        onConfirm={async () => {
          await change.mutateAsync(!isBilled)
          toast.success(isBilled ? 'Spend cap turned on' : 'Spend cap turned off')
        }}
      />
    </Panel>
  )
}
