import { DateTimePicker, RelativeTime } from '@colonnade/ui'
import { useState } from 'react'
import { Specimen, Specimens } from '../specimen.tsx'

const loadedAt = new Date().toISOString()
const limits = { min: '2026-11-14T10:00:00Z', max: '2026-11-21T15:30:00Z' }

export default function DateTimePage() {
  return (
    <>
      <Specimens title="DateTimePicker">
        <Specimen title="Empty">
          <Picker label="Expires at" initial={null} />
        </Specimen>
        <Specimen title="With a value">
          <Picker label="Valid until" initial="2026-12-24T18:30:05Z" />
        </Specimen>
        <Specimen title="Within limits">
          <Picker label="Restore to" initial="2026-11-20T08:00:00Z" {...limits} />
        </Specimen>
        <Specimen title="Outside of limits">
          <Picker label="Restore to, too early" initial="2026-11-01T08:00:00Z" {...limits} />
        </Specimen>
        <Specimen title="Not now">
          <DateTimePicker label="Starts at" value="2026-12-24T18:30:05Z" onValueChange={() => {}} disabled />
        </Specimen>
      </Specimens>
      <Specimens title="RelativeTime">
        <Specimen title="The exact time on hover; a click copies it">
          <RelativeTime value={loadedAt} />
          <RelativeTime value="2026-01-02T03:04:05Z" />
        </Specimen>
      </Specimens>
    </>
  )
}

function Picker({ initial, ...props }: { readonly label: string; readonly initial: string | null; readonly min?: string; readonly max?: string }) {
  const [value, setValue] = useState(initial)
  return (
    <div className="flex flex-col gap-1">
      <DateTimePicker {...props} value={value} onValueChange={setValue} />
      <output aria-label={`Value of ${props.label}`} className="font-mono text-xs text-faint">
        {value ?? 'none'}
      </output>
    </div>
  )
}
