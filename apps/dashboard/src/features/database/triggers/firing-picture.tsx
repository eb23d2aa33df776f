import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Badge, cn, SegmentedControl } from '@colonnade/ui'
import { useState } from 'react'
import { firesForPeople, firingOrder, type FiringStep } from './firing-order.ts'
import { firingPictureText } from './messages.ts'
import { modeNames } from './mode-words.ts'
import type { TriggerEvent } from './trigger-draft.ts'

export interface FiringPictureProps {
  readonly item: TriggerSummary
  /** All triggers of the table, this one included. */
  readonly siblings: readonly TriggerSummary[]
}

const moments: Readonly<Record<FiringStep['moment'], string>> = {
  'before statement': firingPictureText.beforeStatement,
  'before row': firingPictureText.beforeRow,
  instead: firingPictureText.instead,
  change: firingPictureText.change,
  'after row': firingPictureText.afterRow,
  'after statement': firingPictureText.afterStatement,
  commit: firingPictureText.commit,
}

/** Shows when a trigger fires among the others of its table, from the start of a statement to its end. */
export function FiringPicture({ item, siblings }: FiringPictureProps) {
  const [chosen, setChosen] = useState<TriggerEvent>(item.events[0]!)
  const event = item.events.includes(chosen) ? chosen : item.events[0]!
  const steps = firingOrder(siblings, event)
  return (
    <section className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-xs text-faint">{firingPictureText.title}</h3>
        {item.events.length > 1 && (
          <SegmentedControl<TriggerEvent>
            label={firingPictureText.statement}
            value={event}
            options={item.events.map((value) => ({ value, label: value.toLowerCase() }))}
            onValueChange={setChosen}
          />
        )}
      </div>
      <ol aria-label={firingPictureText.stepsOf(event)} className="flex flex-col">
        {steps.map((step, index) => (
          <Step key={step.moment} step={step} item={item} isLast={index === steps.length - 1} event={event} />
        ))}
      </ol>
    </section>
  )
}

interface StepProps {
  readonly step: FiringStep
  readonly item: TriggerSummary
  readonly isLast: boolean
  readonly event: TriggerEvent
}

function Step({ step, item, isLast, event }: StepProps) {
  const { moment, triggers } = step
  const isHere = triggers.some(({ id }) => id === item.id)
  const isChange = moment === 'change'
  const isQuiet = triggers.length === 0 && !isChange
  return (
    <li className="flex gap-3">
      {/* the line between moments */}
      <span aria-hidden className="flex w-3 flex-col items-center">
        <span
          className={cn(
            'mt-1.5 size-2.5 shrink-0 rounded-full border',
            isHere ? 'border-accent bg-accent' : isChange ? 'border-strong bg-fg' : isQuiet ? 'border-line' : 'border-strong bg-hover',
          )}
        />
        {!isLast && <span className="w-px flex-1 bg-line" />}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-1 pb-3">
        <p className={cn('text-sm', isQuiet ? 'text-faint' : 'text-fg')}>
          {isChange ? `${event}: ${moments.change.toLowerCase()}` : moments[moment]}
          {isQuiet && firingPictureText.none}
        </p>
        {triggers.length > 0 && (
          <ol className="flex flex-col gap-1">
            {triggers.map((trigger) => (
              <li
                key={trigger.id}
                aria-current={trigger.id === item.id ? 'step' : undefined}
                className={cn(
                  'flex min-w-0 flex-wrap items-center gap-2 rounded-md border px-2 py-1 font-mono text-xs',
                  trigger.id === item.id && 'border-accent/40 bg-accent-tint',
                )}
              >
                <span className={cn('min-w-0 wrap-anywhere', !firesForPeople(trigger.enabled_mode) && 'text-soft line-through')}>{trigger.name}</span>
                {trigger.has_condition && <span className="font-sans text-soft">{firingPictureText.hasCondition}</span>}
                {trigger.enabled_mode !== 'ORIGIN' && <Badge className="font-sans">{modeNames[trigger.enabled_mode]}</Badge>}
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}
