import { Button, Popover } from '@colonnade/ui'
import { CalendarDays } from 'lucide-react'
import { nowOf, readMoment, writeMoment, type Moment } from './moment.ts'
import type { ValueEditorProps } from './editor-props.ts'
import { momentEditorText } from './messages.ts'
import { TextControl } from './text-control.tsx'

/** A date or time as text, of which the day and the time can be picked. Zone and fraction stay as they are. */
export function MomentEditor(props: ValueEditorProps) {
  const { shape, label, value, onChange, isReadOnly = false } = props
  return (
    <div className="flex gap-1.5">
      <div className="min-w-0 flex-1">
        <TextControl {...props} />
      </div>
      {!isReadOnly && (
        <Popover
          label={momentEditorText.pick(label)}
          align="end"
          trigger={
            <Button aria-label={momentEditorText.pick(label)}>
              <CalendarDays aria-hidden />
            </Button>
          }
        >
          <MomentPicker format={shape.format} label={label} value={value} onChange={onChange} />
        </Popover>
      )}
    </div>
  )
}

const boxClass = 'h-8 rounded-md border border-line bg-raised px-2 text-sm tabular-nums outline-none'
const noMoment: Moment = { date: '', time: '', zone: '', isBc: false }

interface MomentPickerProps {
  readonly format: string
  readonly label: string
  readonly value: string | null
  readonly onChange: (value: string) => void
}

export function MomentPicker({ format, label, value, onChange }: MomentPickerProps) {
  const moment = readMoment(value ?? '') ?? noMoment
  const hasDate = !format.startsWith('time') || format.startsWith('timestamp')
  const hasTime = format !== 'date'
  const hasZone = format.endsWith('tz')
  const change = (part: Partial<Moment>) => {
    const next = { ...moment, ...part }
    const date = hasDate && next.date === '' ? nowOf('date', new Date()) : next.date
    const time = hasTime && next.time === '' ? '00:00:00' : next.time
    onChange(writeMoment({ ...next, date, time, zone: hasZone && next.zone === '' ? '+00' : next.zone }))
  }
  return (
    <div className="flex flex-col gap-2 p-3">
      <div className="flex flex-wrap gap-2">
        {hasDate && (
          <input
            type="date"
            aria-label={momentEditorText.day(label)}
            className={boxClass}
            value={moment.isBc ? '' : moment.date}
            max="9999-12-31"
            onChange={(event) => event.target.value !== '' && change({ date: event.target.value, isBc: false })}
          />
        )}
        {hasTime && (
          <input
            type="time"
            step={1}
            aria-label={momentEditorText.time(label)}
            className={boxClass}
            value={moment.time.slice(0, 8)}
            onChange={(event) => event.target.value !== '' && change({ time: event.target.value })}
          />
        )}
      </div>
      {hasZone && <p className="text-xs text-faint">{momentEditorText.zone(moment.zone)}</p>}
      <div className="flex flex-wrap gap-1">
        <Button size="sm" onClick={() => onChange(nowOf(format, new Date()))}>
          {format === 'date' ? momentEditorText.today : momentEditorText.now}
        </Button>
        {hasDate && (
          <>
            <Button size="sm" onClick={() => onChange('infinity')}>
              {momentEditorText.infinity}
            </Button>
            <Button size="sm" onClick={() => onChange('-infinity')}>
              {momentEditorText.infinity2}
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
