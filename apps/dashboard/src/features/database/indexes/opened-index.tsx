import type { IndexSummary } from '@colonnade/pg-meta/index-summaries'
import { Button, Skeleton } from '@colonnade/ui'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import type { SearchProps } from '../objects/object-search.ts'
import { GonePanel } from '../objects/gone-panel.tsx'
import { IndexEditForm } from './index-edit-form.tsx'
import { IndexForm } from './index-form.tsx'
import type { IndexMark } from './index-marks.ts'
import { IndexPanel } from './index-panel.tsx'
import { indexDefinitionQuery, indexMethodsQuery, indexQuery } from './index-queries.ts'
import { RebuildPanel } from './rebuild-panel.tsx'

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
  if (search.open === 'new' && mayWrite) {
    return (
      <Loaded title="New index" query={indexMethodsQuery(projectRef)} onClose={onClose}>
        {(methods) => <IndexForm original={null} {...{ projectRef, schema, methods, onClose, onDone }} />}
      </Loaded>
    )
  }
  if (item === null) return <GonePanel onClose={onClose} />
  const act = mayWrite ? search.act : undefined
  if (act === 'reindex') return <RebuildPanel projectRef={projectRef} item={item} onClose={onShow} onDone={onDone} />
  if (act === 'edit') {
    return (
      <Loaded title={item.name} query={indexQuery(projectRef, item.id)} onClose={onClose}>
        {(details) =>
          details === null ? (
            <GonePanel onClose={onClose} />
          ) : (
            <IndexEditForm comment={details.comment} onClose={onShow} {...{ projectRef, item, onDone }} />
          )
        }
      </Loaded>
    )
  }
  if (act === 'duplicate') {
    return (
      <Loaded title={item.name} query={indexMethodsQuery(projectRef)} onClose={onClose}>
        {(methods) => (
          <Loaded title={item.name} query={indexDefinitionQuery(projectRef, item)} onClose={onClose}>
            {(original) =>
              original === null ? (
                <GonePanel onClose={onClose} />
              ) : (
                <IndexForm onClose={onShow} {...{ projectRef, schema, methods, original, onDone }} />
              )
            }
          </Loaded>
        )}
      </Loaded>
    )
  }
  return <IndexPanel key={item.id} onAct={(next) => onSearch({ ...search, act: next })} {...{ projectRef, item, marks, mayWrite, onClose }} />
}

interface LoadedProps<Data> {
  readonly title: string
  // oxlint-disable-next-line typescript/no-explicit-any -- keys differ from query to query
  readonly query: UseQueryOptions<Data, Error, Data, any>
  readonly onClose: () => void
  readonly children: (data: Data) => ReactNode
}

/** What needs more than the list has comes when that is there. */
function Loaded<Data>({ title, query, onClose, children }: LoadedProps<Data>) {
  const { data, error, refetch } = useQuery(query)
  if (data !== undefined) return children(data)
  return (
    <SidePanel title={title} size="wide" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className="flex flex-col gap-3 p-4">
        {error === null ? (
          <output aria-label="Loading the index">
            <Skeleton className="h-20 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </SidePanel>
  )
}
