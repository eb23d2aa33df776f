import { useState } from 'react'
import { SourcePicker } from '../../src/scope/database-source/source-picker.tsx'
import type { SourceDatabase } from '../../src/scope/database-source/sources.ts'
import { Specimen, Specimens } from '../specimen.tsx'

const ref = 'abcdefghijklmnopqrst'
const infrastructure = '#source-picker'

const primary: SourceDatabase = {
  identifier: ref,
  database_type: 'PRIMARY',
  region: 'eu-west-1',
  status: 'ACTIVE_HEALTHY',
  inserted_at: '2026-01-01T00:00:00Z',
}
const replica = (region: SourceDatabase['region'], id: string, status: string): SourceDatabase => ({
  identifier: `${ref}-rr-${region}-${id}`,
  database_type: 'READ_REPLICA',
  region,
  status,
  inserted_at: '2026-02-01T00:00:00Z',
})
const mixed = [
  replica('us-east-1', 'kfzqx', 'ACTIVE_HEALTHY'),
  primary,
  replica('ap-southeast-2', 'mwbve', 'INIT_READ_REPLICA'),
  replica('sa-east-1', 'pqnrt', 'COMING_UP'),
  replica('eu-north-1', 'zzkfa', 'ACTIVE_UNHEALTHY'),
]
const many = [primary, ...Array.from({ length: 8 }, (_, index) => replica('us-west-2', `r0${index + 1}`, 'ACTIVE_HEALTHY'))]

export default function SourcePickerPage() {
  return (
    <Specimens title="SourcePicker">
      <Specimen title="The primary alone">
        <Picker databases={[primary]} />
      </Specimen>
      <Specimen title="Replicas in every state, with links">
        <Picker databases={mixed} infrastructure={infrastructure} />
      </Specimen>
      <Specimen title="More than seven: the list scrolls">
        <Picker databases={many} infrastructure={infrastructure} />
      </Specimen>
      <Specimen title="A replica is chosen">
        <Picker databases={mixed} initial={mixed[0]!.identifier} />
      </Specimen>
      <Specimen title="The chosen one is gone">
        <Picker databases={mixed} initial="gone" />
      </Specimen>
      <Specimen title="On its way">
        <Picker databases={undefined} />
      </Specimen>
      <Specimen title="Not now">
        <SourcePicker databases={mixed} value={ref} onValueChange={() => {}} disabled />
      </Specimen>
    </Specimens>
  )
}

interface PickerProps {
  readonly databases: readonly SourceDatabase[] | undefined
  readonly initial?: string
  readonly infrastructure?: string
}

function Picker({ databases, initial = ref, infrastructure }: PickerProps) {
  const [value, setValue] = useState(initial)
  return <SourcePicker {...{ databases, value, infrastructure }} onValueChange={setValue} />
}
