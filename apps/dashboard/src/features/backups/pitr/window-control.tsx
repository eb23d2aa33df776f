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

const dayText = (days: number): string => `${days} day${days === 1 ? '' : 's'}`

/** The variant of the add-on `pitr` that a window is. */
const variantOf = (days: number | string): string => `pitr_${days}`

export interface TurnOnProps {
  readonly project: Project
  readonly days: readonly number[]
  readonly isActive: boolean
  readonly mayOperate: boolean
}

/** While it is off: what it would be and cost, and the way to it. */
export function TurnOn({ project, days, isActive, mayOperate }: TurnOnProps) {
  const change = useChangePitr(project.ref)
  const prices = useAddonPrices(project, 'pitr')
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const [chosen, setChosen] = useState(String(days.at(-1) ?? ''))
  const [isAsking, setIsAsking] = useState(false)
  // the Free plan bills nothing
  const isPaid = organization.plan.id !== 'free'
  if (days.length === 0) {
    return (
      <EmptyState icon={<History aria-hidden />} title="A branch has no point-in-time recovery">
        Its project can have it. A backup of the branch can be made at any time, and a reset copies its source again.
      </EmptyState>
    )
  }
  const price = priceLine(prices, variantOf(chosen))
  const turnOn = (
    <>
      <SegmentedControl
        label="Window"
        value={chosen}
        onValueChange={setChosen}
        options={days.map((each) => ({ value: String(each), label: dayText(each) }))}
      />
      <Button
        variant="primary"
        disabled={!isActive}
        isPending={change.isPending}
        onClick={() =>
          isPaid ? setIsAsking(true) : change.mutate(Number(chosen), { onError: (error) => toast.error(failureText('turn it on', error)) })
        }
      >
        Turn on
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
        title={`Turn on point-in-time recovery, ${dayText(Number(chosen))}?`}
        description={`It is an add-on. ${price ?? ''}`}
        confirmLabel="Turn on"
        onConfirm={async () => void (await change.mutateAsync(Number(chosen)))}
      />
    </>
  )
  return (
    <EmptyState icon={<History aria-hidden />} title="Point-in-time recovery is off" action={mayOperate ? turnOn : undefined}>
      Turned on, everything that is written is kept as it comes, and the database can be brought back to any second: to just before a table was
      dropped. It begins with a backup, and takes as much room as what is written within its window, compressed.
      {!isActive && ' The project must be active to turn it on.'}
      {!mayOperate && ` ${whoMay('projects:operate', 'turn it on')}`}
    </EmptyState>
  )
}

export interface WindowControlProps {
  readonly project: Project
  readonly pitr: Pitr
  readonly days: readonly number[]
}

/** While it is on: how long its window is, and the way to have none. A choice changes nothing, and asks nothing, until it is to be made. */
export function WindowControl({ project, pitr, days }: WindowControlProps) {
  const change = useChangePitr(project.ref)
  const prices = useAddonPrices(project, 'pitr')
  const [asking, setAsking] = useState<'change' | 'turn-off' | null>(null)
  const [chosen, setChosen] = useState(pitr.days)
  // a plan may have become a smaller one
  const options = [...new Set([...days, pitr.days])].toSorted((one, other) => one - other)
  const next = options.includes(chosen) ? chosen : pitr.days
  const isShorter = next < pitr.days
  const verb = isShorter ? 'Shorten' : 'Lengthen'
  const consequence = isShorter ? 'What was kept of the time before that is deleted.' : 'From now on, what is written is kept for longer.'
  const isHeld = change.isPending || pitr.state === 'TURNING_OFF'
  const isChangeable = next !== pitr.days && !isHeld
  return (
    <>
      <SegmentedControl
        label="Window"
        value={String(next)}
        disabled={isHeld}
        onValueChange={(value) => setChosen(Number(value))}
        options={options.map((each) => ({ value: String(each), label: dayText(each) }))}
      />
      {options.length > 1 && (
        // not disabled, which would lose the focus once the window is what was chosen
        <Button aria-disabled={!isChangeable} onClick={() => isChangeable && setAsking('change')}>
          Change window
        </Button>
      )}
      <Button disabled={pitr.state === 'TURNING_OFF'} onClick={() => setAsking('turn-off')}>
        Turn off
      </Button>
      <ConfirmDialog
        isOpen={asking === 'change'}
        onOpenChange={() => setAsking(null)}
        title={`${verb} the window to ${dayText(next)}?`}
        description={[consequence, priceLine(prices, variantOf(next))].filter((each) => each !== undefined).join(' ')}
        confirmLabel={`${verb} the window`}
        isDanger={isShorter}
        onConfirm={async () => void (await change.mutateAsync(next))}
      >
        <PricesFailed query={addonsQuery(project.ref)} />
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'turn-off'}
        onOpenChange={() => setAsking(null)}
        title="Turn off point-in-time recovery?"
        description="What was kept of the last days is deleted: the database can be brought back to its backups, and to no moment between them."
        confirmLabel="Turn off"
        isDanger
        onConfirm={async () => void (await change.mutateAsync(null))}
      />
    </>
  )
}
