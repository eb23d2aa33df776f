import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import type { SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { useLastThere } from '../objects/use-last-there.ts'
import { IndexEditForm } from './index-edit-form.tsx'
import { IndexForm } from './index-form.tsx'
import type { IndexMark } from './index-marks.ts'
import { IndexPanel } from './index-panel.tsx'
import { indexDefinitionQuery, indexMethodsQuery, indexQuery } from './index-queries.ts'
import { RebuildPanel } from './rebuild-panel.tsx'
import { LoadedPanel } from '../objects/loaded-panel.tsx'

export interface OpenedIndexProps extends SearchProps {
  readonly projectRef: string
  readonly schema: string
  /** Null when it is not there (any more), or is still to be made. */
  readonly item: IndexSummary | null
  readonly marks: readonly IndexMark[]
  readonly mayWrite: boolean
}

/** The panel that the address asks for. */
export function OpenedIndex({ projectRef, schema, item, marks, mayWrite, search, onSearch }: OpenedIndexProps) {
  const leave = { ...search, open: undefined, act: undefined }
  const onClose = () => onSearch(leave)
  const onShow = () => onSearch({ ...search, act: undefined })
  const onDone = () => onSearch(leave, { isSaved: true })
  const last = useLastThere(search.open, item)
  if (search.open === 'new' && mayWrite) {
    return (
      <LoadedPanel title="New index" label="the kinds of indexes" query={indexMethodsQuery(projectRef)} onClose={onClose}>
        {(methods) => <IndexForm original={null} {...{ projectRef, schema, methods, onClose, onDone }} />}
      </LoadedPanel>
    )
  }
  const act = mayWrite ? search.act : undefined
  if (last !== null && act === 'edit') {
    return (
      <LoadedPanel title={last.name} label="the index" query={indexQuery(projectRef, last.id)} onClose={onClose}>
        {({ comment }) => <IndexEditForm comment={comment} onClose={onShow} item={last} {...{ projectRef, onDone }} />}
      </LoadedPanel>
    )
  }
  if (last !== null && act === 'duplicate') {
    return (
      <LoadedPanel title={last.name} label="the kinds of indexes" query={indexMethodsQuery(projectRef)} onClose={onClose}>
        {(methods) => (
          <LoadedPanel title={last.name} label="the index" query={indexDefinitionQuery(projectRef, last)} onClose={onClose}>
            {(original) => <IndexForm onClose={onShow} {...{ projectRef, schema, methods, original, onDone }} />}
          </LoadedPanel>
        )}
      </LoadedPanel>
    )
  }
  if (item === null) return <GonePanel onClose={onClose} />
  if (act === 'reindex') return <RebuildPanel projectRef={projectRef} item={item} onClose={onShow} onDone={onDone} />
  return <IndexPanel key={item.id} onAct={(next) => onSearch({ ...search, act: next })} {...{ projectRef, item, marks, mayWrite, onClose }} />
}
