import type { Pitr } from '@colonnade/contracts/copies/pitr'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, ConfirmDialog, EmptyState, SegmentedControl, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useState } from 'react'
import { priceLine } from '../../../lib/texts/addon-prices.ts'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { addonsQuery, useAddonPrices } from '../../../scope/database-source/addon-queries.ts'
import { PricesFailed } from '../../../scope/prices/prices-failed.tsx'
import { organizationQuery } from '../../../scope/queries.ts'
import { useChangePitr } from '../mutations.ts'
import { failureText } from '../../../lib/error-notice.tsx'
import { windowControlText } from './messages.ts'

const dayText = (days: number): string => `${days} day${days === 1 ? '' : 's'}`

/** Returns the variant of the add-on `pitr` for a window. */
const variantOf = (days: number | string): string => `pitr_${days}`

export interface TurnOnProps {
  readonly project: Project
  readonly days: readonly number[]
  readonly isActive: boolean
  readonly mayOperate: boolean
}

/** Shows what point-in-time recovery does and costs, and turns it on. */
export function TurnOn({ project, days, isActive, mayOperate }: TurnOnProps) {
  const change = useChangePitr(project.ref)
  const prices = useAddonPrices(project, 'pitr')
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const [chosen, setChosen] = useState(String(days.at(-1) ?? ''))
  const [isAsking, setIsAsking] = useState(false)
  // the Free plan isn't billed
  const isPaid = organization.plan.id !== 'free'
  if (days.length === 0) {
    return (
      <EmptyState icon={<History aria-hidden />} title={windowControlText.branchTitle}>
        {windowControlText.branchText}
      </EmptyState>
    )
  }
  const price = priceLine(prices, variantOf(chosen))
  const turnOn = (
    <>
      <SegmentedControl
        label={windowControlText.window}
        value={chosen}
        onValueChange={setChosen}
        options={days.map((each) => ({ value: String(each), label: dayText(each) }))}
      />
      <Button
        variant="primary"
        disabled={!isActive}
        isPending={change.isPending}
        onClick={() =>
          isPaid
            ? setIsAsking(true)
            : change.mutate(Number(chosen), { onError: (error) => toast.error(failureText(windowControlText.toTurnOn, error)) })
        }
      >
        {windowControlText.turnOn}
      </Button>
      {price !== undefined && (
        <p aria-live="polite" className="w-full text-sm text-soft tabular-nums">
          {price}
        </p>
      )}
      <PricesFailed query={addonsQuery(project.ref)} className="w-full" />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={windowControlText.turnOnTitle(dayText(Number(chosen)))}
        description={windowControlText.addon(price ?? '')}
        confirmLabel={windowControlText.turnOn}
        onConfirm={async () => void (await change.mutateAsync(Number(chosen)))}
      />
    </>
  )
  return (
    <EmptyState icon={<History aria-hidden />} title={windowControlText.off} action={mayOperate ? turnOn : undefined}>
      {windowControlText.offText} {!isActive && windowControlText.mustBeActive}
      {!mayOperate && ` ${whoMay('projects:operate', windowControlText.toTurnOn)}`}
    </EmptyState>
  )
}

export interface WindowControlProps {
  readonly project: Project
  readonly pitr: Pitr
  readonly days: readonly number[]
}

/** Changes the recovery window or turns it off. A choice takes effect only when it's confirmed. */
export function WindowControl({ project, pitr, days }: WindowControlProps) {
  const change = useChangePitr(project.ref)
  const prices = useAddonPrices(project, 'pitr')
  const [asking, setAsking] = useState<'change' | 'turn-off' | null>(null)
  const [chosen, setChosen] = useState(pitr.days)
  // the window may be longer than a smaller plan offers
  const options = [...new Set([...days, pitr.days])].toSorted((one, other) => one - other)
  const next = options.includes(chosen) ? chosen : pitr.days
  const isShorter = next < pitr.days
  const verb = isShorter ? windowControlText.shorten : windowControlText.lengthen
  const consequence = isShorter ? windowControlText.shorter : windowControlText.longer
  const isHeld = change.isPending || pitr.state === 'TURNING_OFF'
  const isChangeable = next !== pitr.days && !isHeld
  return (
    <>
      <SegmentedControl
        label={windowControlText.window}
        value={String(next)}
        disabled={isHeld}
        onValueChange={(value) => setChosen(Number(value))}
        options={options.map((each) => ({ value: String(each), label: dayText(each) }))}
      />
      {options.length > 1 && (
        // aria-disabled, so that the button keeps the focus once the window has changed
        <Button aria-disabled={!isChangeable} onClick={() => isChangeable && setAsking('change')}>
          {windowControlText.changeWindow}
        </Button>
      )}
      <Button disabled={pitr.state === 'TURNING_OFF'} onClick={() => setAsking('turn-off')}>
        {windowControlText.turnOff}
      </Button>
      <ConfirmDialog
        isOpen={asking === 'change'}
        onOpenChange={() => setAsking(null)}
        title={windowControlText.changeTitle(verb, dayText(next))}
        description={[consequence, priceLine(prices, variantOf(next))].filter((each) => each !== undefined).join(' ')}
        confirmLabel={windowControlText.changeConfirm(verb)}
        isDanger={isShorter}
        onConfirm={async () => void (await change.mutateAsync(next))}
      >
        <PricesFailed query={addonsQuery(project.ref)} />
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'turn-off'}
        onOpenChange={() => setAsking(null)}
        title={windowControlText.turnOffTitle}
        description={windowControlText.turnOffText}
        confirmLabel={windowControlText.turnOff}
        isDanger
        onConfirm={async () => void (await change.mutateAsync(null))}
      />
    </>
  )
}
