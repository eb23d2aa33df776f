import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import type { SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { useLastThere } from '../objects/use-last-there.ts'
import { LoadedPanel } from '../objects/loaded-panel.tsx'
import { TriggerForm } from './trigger-form.tsx'
import { TriggerPanel } from './trigger-panel.tsx'
import { triggerQuery } from './trigger-queries.ts'

export interface OpenedTriggerProps extends SearchProps {
  readonly projectRef: string
  readonly schema: string
  readonly all: readonly TriggerSummary[]
  /** Null when it is not there (any more), or is still to be made. */
  readonly item: TriggerSummary | null
  readonly mayWrite: boolean
}

/** The panel that the address asks for. */
export function OpenedTrigger({ projectRef, schema, all, item, mayWrite, search, onSearch }: OpenedTriggerProps) {
  const leave = { ...search, open: undefined, act: undefined }
  const onClose = () => onSearch(leave)
  const onDone = () => onSearch(leave, { isSaved: true })
  const last = useLastThere(search.open, item)
  if (search.open === 'new' && mayWrite) {
    return <TriggerForm work={{ kind: 'create', schema }} {...{ projectRef, all, onClose, onDone }} />
  }
  const { act } = search
  if (last !== null && mayWrite && (act === 'edit' || act === 'duplicate')) {
    return (
      <LoadedPanel key={act} title={last.name} label="the trigger" query={triggerQuery(projectRef, last.id)} onClose={onClose}>
        {(original) => (
          <TriggerForm work={{ kind: act, original }} onClose={() => onSearch({ ...search, act: undefined })} {...{ projectRef, all, onDone }} />
        )}
      </LoadedPanel>
    )
  }
  if (item === null) return <GonePanel onClose={onClose} />
  return (
    <TriggerPanel
      key={item.id}
      siblings={all.filter(({ table_id: table }) => table === item.table_id)}
      onAct={(next) => onSearch({ ...search, act: next })}
      {...{ projectRef, item, mayWrite, onClose }}
    />
  )
}
