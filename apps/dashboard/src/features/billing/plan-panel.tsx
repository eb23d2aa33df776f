import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { Badge, Button, ConfirmDialog, Panel, PanelContent, PanelHeader, Table, TableCell, TableHead, toast } from '@colonnade/ui'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { useChangePlan } from './mutations.ts'
import { planText } from './messages.ts'
import { billedFromThen, planLines, priceText } from './plan-words.ts'

export interface PlanPanelProps {
  readonly slug: string
  readonly report: BillingReport
}

/** Compares the plans, and changes from one to another. The dialog says what a change needs and what it does. */
export function PlanPanel({ slug, report }: PlanPanelProps) {
  const { plan: current, changes, managed_by: manager, currency } = report
  const [chosen, setChosen] = useState<PlanId | null>(null)
  const change = useChangePlan(slug)
  const meant = changes.find(({ plan }) => plan === chosen)
  const name = plans.find(({ id }) => id === chosen)?.name ?? ''
  // on a phone, scroll to the current plan; the first column stays in view
  const heading = useRef<HTMLTableCellElement>(null)
  useEffect(() => {
    const scroller = heading.current?.closest('section')
    const names = scroller?.querySelector('th')
    if (heading.current && scroller && names) scroller.scrollLeft = heading.current.offsetLeft - names.offsetWidth
  }, [])
  const billed = chosen === null ? [] : billedFromThen(report, chosen)
  const isRefused = (meant?.refusals.length ?? 0) > 0
  return (
    <Panel label={planText.title}>
      <PanelHeader title={planText.title} description={planText.description} />
      <PanelContent>
        <Table label={planText.plans}>
          <thead>
            <tr>
              <TableHead className="sticky left-0">
                <span className="sr-only">{planText.included}</span>
              </TableHead>
              {plans.map(({ id, name: label }) => (
                <TableHead key={id} {...(id === current && { ref: heading })} className="h-auto py-2 align-top">
                  <span className="flex flex-col items-start gap-1">
                    <span className="flex items-center gap-2 text-sm text-fg">
                      {label}
                      {id === current && <Badge tone="accent">{planText.current}</Badge>}
                    </span>
                    <span className="font-normal">{priceText(id, currency)}</span>
                    {id !== current && manager === null && (
                      <Button size="sm" onClick={() => setChosen(id)}>
                        {planText.change}
                        <span className="sr-only">{planText.changeTo(label)}</span>
                      </Button>
                    )}
                  </span>
                </TableHead>
              ))}
            </tr>
          </thead>
          <tbody>
            {planLines.map(({ label, of }) => (
              <tr key={label}>
                <th
                  scope="row"
                  className="sticky left-0 h-9 border-b border-line bg-surface px-3 text-left font-normal text-soft max-sm:min-w-24 sm:whitespace-nowrap [tr:last-child>&]:border-b-0"
                >
                  {label}
                </th>
                {plans.map(({ id }) => (
                  <TableCell key={id} className="whitespace-nowrap tabular-nums">
                    {of(id)}
                  </TableCell>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
        <p className="mt-2 text-xs text-faint sm:hidden">{planText.scroll}</p>
      </PanelContent>
      {meant !== undefined && (
        <ConfirmDialog
          isOpen
          onOpenChange={() => setChosen(null)}
          title={planText.question(name)}
          description={isRefused ? planText.refused : planText.price(priceText(meant.plan, currency))}
          confirmLabel={planText.confirm(name)}
          isConfirmDisabled={isRefused}
          isDanger={meant.losses.length > 0}
          onConfirm={async () => {
            await change.mutateAsync(meant.plan)
            toast.success(planText.changed(name))
          }}
        >
          {isRefused && (
            <Points
              label={planText.refusals}
              points={meant.refusals.map(({ project_ref: ref, addon, text }) => (
                <AppLink key={text} href={paths.project.addon(ref, addon)} className="text-accent underline underline-offset-2">
                  {text}
                </AppLink>
              ))}
            />
          )}
          {!isRefused && billed.length > 0 && <Points label={planText.billed} isTitled points={billed} />}
          {meant.losses.length > 0 && <Points label={planText.losses} isTitled points={meant.losses} />}
          {meant.kept.length > 0 && <Points label={planText.kept} isTitled points={meant.kept} />}
        </ConfirmDialog>
      )}
    </Panel>
  )
}

interface PointsProps {
  readonly label: string
  readonly points: readonly ReactElement[] | readonly string[]
  /** Shows the label above the list. */
  readonly isTitled?: boolean
}

function Points({ label, points, isTitled = false }: PointsProps) {
  return (
    <div className="flex flex-col gap-1 text-sm">
      {isTitled && <p className="font-medium">{label}</p>}
      <ul aria-label={label} className="flex list-disc flex-col gap-1 pl-5 wrap-anywhere text-soft">
        {points.map((point) => (
          <li key={typeof point === 'string' ? point : point.key}>{point}</li>
        ))}
      </ul>
    </div>
  )
}
