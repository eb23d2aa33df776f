import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { addressOf } from '../../../lib/object-page/object-search.ts'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { IndexEditForm } from './index-edit-form.tsx'
import { IndexForm } from './index-form.tsx'
import type { IndexMark } from './index-marks.ts'
import { IndexPanel } from './index-panel.tsx'
import { indexDefinitionQuery, indexMethodsQuery, indexQuery } from './index-queries.ts'
import { RebuildPanel } from './rebuild-panel.tsx'
import { LoadedPanel } from '../../../lib/object-page/loaded-panel.tsx'
import { openedIndexText } from './messages.ts'

export interface OpenedIndexProps extends DatabaseSearchProps {
  readonly projectRef: string
  readonly schema: string
  /** Null when it was dropped, or is being created. */
  readonly item: IndexSummary | null
  readonly marks: readonly IndexMark[]
  readonly mayWrite: boolean
}

/** The panel that the address asks for. */
export function OpenedIndex({ projectRef, schema, item, marks, mayWrite, search, onSearch }: OpenedIndexProps) {
  const address = addressOf({ search, onSearch })
  const onClose = () => address.close({ table: undefined })
  const onShow = () => address.show()
  const onDone = () => address.leaveSaved({ table: undefined })
  const newForm = () => (
    <LoadedPanel title={openedIndexText.newIndex} label={openedIndexText.methods} query={indexMethodsQuery(projectRef)} onClose={onClose}>
      {(methods) => <IndexForm original={null} tableName={search.table} {...{ projectRef, schema, methods, onClose, onDone }} />}
    </LoadedPanel>
  )
  const formOf = (last: IndexSummary, act: string) => {
    if (!mayWrite) return null
    if (act === 'edit') {
      return (
        <LoadedPanel title={last.name} label={openedIndexText.index} query={indexQuery(projectRef, last.id)} onClose={onClose}>
          {({ comment }) => <IndexEditForm comment={comment} onClose={onShow} item={last} {...{ projectRef, onDone }} />}
        </LoadedPanel>
      )
    }
    if (act === 'duplicate') {
      return (
        <LoadedPanel title={last.name} label={openedIndexText.methods} query={indexMethodsQuery(projectRef)} onClose={onClose}>
          {(methods) => (
            <LoadedPanel title={last.name} label={openedIndexText.index} query={indexDefinitionQuery(projectRef, last)} onClose={onClose}>
              {(original) => <IndexForm onClose={onShow} {...{ projectRef, schema, methods, original, onDone }} />}
            </LoadedPanel>
          )}
        </LoadedPanel>
      )
    }
    return null
  }
  return (
    <OpenedObject
      items={item === null ? [] : [item]}
      keyOf={({ id }) => String(id)}
      search={search}
      onSearch={onSearch}
      renderNew={mayWrite ? newForm : undefined}
      renderForm={formOf}
      renderObject={(shown) =>
        mayWrite && search.act === 'reindex' ? (
          <RebuildPanel projectRef={projectRef} item={shown} onClose={onShow} onDone={onDone} />
        ) : (
          <IndexPanel key={shown.id} item={shown} onAct={address.act} {...{ projectRef, marks, mayWrite, onClose }} />
        )
      }
    />
  )
}
