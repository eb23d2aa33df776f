import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { moneyText, pricedUnitOf, usagePrices } from '@colonnade/contracts/billing/prices'
import { planLimits, usageMetrics } from '@colonnade/contracts/organizations/usage-metrics'
import { ConfirmDialog, Panel, PanelContent, Switch, toast } from '@colonnade/ui'
import { useState } from 'react'
import { capText } from './messages.ts'
import { useChangeSpendCap } from './mutations.ts'

/** Turns the spend cap on or off, and says what that means. */
export function SpendCapPanel({ slug, report }: { readonly slug: string; readonly report: BillingReport }) {
  const { usage_billing_enabled: isBilled, plan, managed_by: manager, currency } = report
  const [isAsking, setIsAsking] = useState(false)
  const change = useChangeSpendCap(slug)
  const prices = usageMetrics.flatMap((metric) => {
    const { id, name } = metric
    const cents = usagePrices[id]
    return cents === undefined || planLimits[id][plan].freeUnits === null
      ? []
      : [capText.price(name, moneyText(cents, currency), pricedUnitOf(metric).name)]
  })
  const why = plan === 'free' ? capText.free : null
  return (
    <Panel label={capText.title}>
      <PanelContent className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-80">
          <h2 className="text-sm font-medium">{capText.title}</h2>
          <p className="text-sm text-soft">{isBilled ? capText.off : capText.on}</p>
          {plan !== 'free' && prices.length > 0 && <p className="mt-1 text-xs text-faint">{capText.prices(prices.join(', '))}</p>}
          {why !== null && <p className="mt-1 text-xs text-faint">{why}</p>}
        </div>
        <Switch label={capText.title} isOn={!isBilled} disabled={plan === 'free' || manager !== null} onChange={() => setIsAsking(true)} />
      </PanelContent>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={isBilled ? capText.turnOnQuestion : capText.turnOffQuestion}
        description={isBilled ? capText.turnOnDescription : capText.turnOffDescription}
        confirmLabel={isBilled ? capText.turnOn : capText.turnOff}
        onConfirm={async () => {
          await change.mutateAsync(!isBilled)
          toast.success(isBilled ? capText.turnedOn : capText.turnedOff)
        }}
      />
    </Panel>
  )
}
