import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import type { SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
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
  if (search.open === 'new' && mayWrite) {
    return <TriggerForm work={{ kind: 'create', schema }} {...{ projectRef, all, onClose, onDone }} />
  }
  if (item === null) {
    return <GonePanel onClose={onClose} />
  }
  const { act } = search
  if (mayWrite && (act === 'edit' || act === 'duplicate')) {
    return (
      <LoadedPanel key={act} title={item.name} label="the trigger" query={triggerQuery(projectRef, item.id)} onClose={onClose}>
        {(original) => (
          <TriggerForm work={{ kind: act, original }} onClose={() => onSearch({ ...search, act: undefined })} {...{ projectRef, all, onDone }} />
        )}
      </LoadedPanel>
    )
  }
  return (
    <TriggerPanel
      key={item.id}
      siblings={all.filter(({ table_id: table }) => table === item.table_id)}
      onAct={(next) => onSearch({ ...search, act: next })}
      {...{ projectRef, item, mayWrite, onClose }}
    />
  )
}
