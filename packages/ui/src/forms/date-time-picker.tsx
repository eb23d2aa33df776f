import { X } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'
import { controlClass } from './control-class.ts'
import { fromText, noDateTime, offsetName, problemOf, toText, type DateTimeText, type Limits, type Zone } from './date-time-value.ts'
import { SegmentedControl } from './segmented-control.tsx'

export interface DateTimePickerProps extends Limits {
  /** What the time is for: "Restore to". */
  readonly label: string
  /** ISO 8601 in UTC, to the second; null for none. */
  readonly value: string | null
  /** Gets only times within the limits, and null while there is none. */
  readonly onValueChange: (value: string | null) => void
  /** Said of a time outside of the limits, in place of the limit that it is beyond. */
  readonly outsideText?: string | undefined
  /** Called when the person is about to type, so that a live value can stop changing. */
  readonly onFocus?: () => void
  readonly isLabelHidden?: boolean
  readonly disabled?: boolean
  /** Whether it may be emptied again. */
  readonly isClearable?: boolean
  readonly className?: string
}

const zones = [
  { value: 'local', label: 'Local' },
  { value: 'utc', label: 'UTC' },
] as const

/** A day and a time to the second, by the clock here or by UTC. The boxes are the browser's own, so that they follow its language and work on phones. */
export function DateTimePicker(props: DateTimePickerProps) {
  const {
    label,
    value,
    onValueChange,
    outsideText,
    onFocus,
    min,
    max,
    isLabelHidden = false,
    disabled = false,
    isClearable = true,
    className,
  } = props
  const id = useId()
  const [zone, setZone] = useState<Zone>('local')
  // what is typed, which may be no time yet or one outside of the limits; with the value that came of it
  const [draft, setDraft] = useState<{ readonly text: DateTimeText; readonly result: string | null } | null>(null)
  const text = draft?.result === value ? draft.text : toText(value, zone)
  const typed = fromText(text, zone)
  const problem = problemOf(typed, { min, max }, zone)

  const type = (next: DateTimeText) => {
    const time = fromText(next, zone)
    const result = problemOf(time, { min, max }, zone) === null ? time : null
    setDraft({ text: next, result })
    if (result !== value) onValueChange(result)
  }
  // limits may move: what was typed may have become allowed
  const allowed = draft?.result === null && value === null && problem === null ? typed : null
  useEffect(() => {
    if (allowed !== null) onValueChange(allowed)
  }, [allowed, onValueChange])
  const switchZone = (next: Zone) => {
    // it stays the same point of time
    if (typed !== null) setDraft({ text: toText(typed, next), result: value })
    setZone(next)
  }
  const lowest = toText(min ?? null, zone)
  const highest = toText(max ?? null, zone)
  const boxes = { disabled, onFocus, 'aria-invalid': problem !== null, 'aria-describedby': `${id}-problem` }
  const boxClass = cn(controlClass, 'w-auto tabular-nums aria-invalid:border-danger')
  return (
    <fieldset className={cn('min-w-0', className)}>
      <legend className={cn('mb-1.5 text-sm font-medium', isLabelHidden && 'sr-only')}>{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        <input
          {...boxes}
          type="date"
          aria-label="Date"
          className={boxClass}
          value={text.date}
          min={lowest.date || undefined}
          max={highest.date || '9999-12-31'}
          onChange={(event) => type({ date: event.target.value, time: text.time || '00:00:00' })}
        />
        <input
          {...boxes}
          type="time"
          step={1}
          aria-label="Time"
          className={boxClass}
          value={text.time}
          onChange={(event) => type({ date: text.date, time: event.target.value })}
        />
        <SegmentedControl label="Time zone" value={zone} onValueChange={switchZone} options={zones} disabled={disabled} />
        {isClearable && (text.date !== '' || text.time !== '') && !disabled && (
          <IconButton label={`Clear ${label}`} onClick={() => type(noDateTime)}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
      <output id={`${id}-problem`} className={cn('mt-1.5 block min-h-4 text-xs', problem === null ? 'text-faint' : 'text-danger')}>
        {problem === null ? (zone === 'utc' ? 'UTC' : `Your time, ${offsetName(value)}`) : (outsideText ?? problem)}
      </output>
    </fieldset>
  )
}
