import type { Pitr } from '@colonnade/contracts'
import { Button, ConfirmDialog, EmptyState, SegmentedControl, toast } from '@colonnade/ui'
import { History } from 'lucide-react'
import { useState } from 'react'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useChangePitr } from '../mutations.ts'

const dayText = (days: number): string => `${days} day${days === 1 ? '' : 's'}`

export interface TurnOnProps {
  readonly projectRef: string
  readonly days: readonly number[]
  readonly isActive: boolean
  readonly mayOperate: boolean
}

/** While it is off: what it would be, and the way to it. */
export function TurnOn({ projectRef, days, isActive, mayOperate }: TurnOnProps) {
  const change = useChangePitr(projectRef)
  const [chosen, setChosen] = useState(String(days.at(-1) ?? ''))
  if (days.length === 0) {
    return (
      <EmptyState icon={<History aria-hidden />} title="A branch has no point-in-time recovery">
        Its project can have it. A backup of the branch can be made at any time, and a reset copies its source again.
      </EmptyState>
    )
  }
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
        onClick={() => change.mutate(Number(chosen), { onError: (error) => toast.error(`Failed to turn it on: ${error.message}`) })}
      >
        Turn on
      </Button>
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
  readonly projectRef: string
  readonly pitr: Pitr
  readonly days: readonly number[]
}

/** While it is on: how long its window is, and the way to have none. */
export function WindowControl({ projectRef, pitr, days }: WindowControlProps) {
  const change = useChangePitr(projectRef)
  const [isAsking, setIsAsking] = useState(false)
  const [shorter, setShorter] = useState<number | null>(null)
  const choose = (next: number): void => {
    if (next < pitr.days) setShorter(next)
    else change.mutate(next, { onError: (error) => toast.error(`Failed to change the window: ${error.message}`) })
  }
  // a plan may have become a smaller one
  const options = [...new Set([...days, pitr.days])].toSorted((one, other) => one - other)
  return (
    <>
      <SegmentedControl
        label="Window"
        value={String(pitr.days)}
        disabled={change.isPending || pitr.state === 'TURNING_OFF'}
        onValueChange={(value) => choose(Number(value))}
        options={options.map((each) => ({ value: String(each), label: dayText(each) }))}
      />
      <Button disabled={pitr.state === 'TURNING_OFF'} onClick={() => setIsAsking(true)}>
        Turn off
      </Button>
      <ConfirmDialog
        isOpen={shorter !== null}
        onOpenChange={() => setShorter(null)}
        title={`Shorten the window to ${dayText(shorter ?? pitr.days)}?`}
        description="What was kept of the time before that is deleted."
        confirmLabel="Shorten the window"
        isDanger
        onConfirm={async () => void (await change.mutateAsync(shorter))}
      />
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Turn off point-in-time recovery?"
        description="What was kept of the last days is deleted: the database can be brought back to its backups, and to no moment between them."
        confirmLabel="Turn off"
        isDanger
        onConfirm={async () => void (await change.mutateAsync(null))}
      />
    </>
  )
}
