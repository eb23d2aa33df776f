import type { TriggerSummary } from '@colonnade/pg-meta/trigger-summaries'
import { Button } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import type { SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { LoadedTrigger } from './loaded-trigger.tsx'
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
    return <Worked key={act} kind={act} item={item} onClose={() => onSearch({ ...search, act: undefined })} {...{ projectRef, all, onDone }} />
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

interface WorkedProps {
  readonly kind: 'edit' | 'duplicate'
  readonly projectRef: string
  readonly item: TriggerSummary
  readonly all: readonly TriggerSummary[]
  readonly onClose: () => void
  readonly onDone: () => void
}

/** The form comes when all of the trigger is there; it may be gone. */
function Worked({ kind, projectRef, item, all, onClose, onDone }: WorkedProps) {
  const { data: original } = useQuery(triggerQuery(projectRef, item.id))
  if (original) return <TriggerForm work={{ kind, original }} {...{ projectRef, all, onClose, onDone }} />
  return (
    <SidePanel title={item.name} size="wide" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className="p-4">
        <LoadedTrigger projectRef={projectRef} id={item.id}>
          {() => null}
        </LoadedTrigger>
      </div>
    </SidePanel>
  )
}
