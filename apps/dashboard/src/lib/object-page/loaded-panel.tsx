import { Button, Skeleton } from '@colonnade/ui'
import { hashKey, useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../error-notice.tsx'
import { SidePanel } from '../panels/side-panel.tsx'
import { GonePanel } from './gone-panel.tsx'

export interface LoadedPanelProps<Data> {
  readonly title: string
  /** What is awaited, for those who don't see it: "the trigger". */
  readonly label: string
  // oxlint-disable-next-line typescript/no-explicit-any -- keys differ from query to query
  readonly query: UseQueryOptions<Data, Error, Data, any>
  readonly onClose: () => void
  readonly children: (data: NonNullable<Data>) => ReactNode
}

/**
 * A panel that needs more than the list has: it comes when that is there. A form in it goes on from what it began with, whatever is answered
 * later, and whether or not it still exists: what was written is not lost, and saving it says what is in the way.
 */
export function LoadedPanel<Data>(props: LoadedPanelProps<Data>) {
  // another thing is another panel
  return <Held key={hashKey(props.query.queryKey)} {...props} />
}

function Held<Data>({ title, label, query, onClose, children }: LoadedPanelProps<Data>) {
  const { data, error, refetch, isStale, isFetchedAfterMount } = useQuery(query)
  const [first, setFirst] = useState<NonNullable<Data> | null>(null)
  // what is remembered from a while ago may have been changed since: saving would undo that
  if (first === null && data != null && error === null && (isFetchedAfterMount || !isStale)) setFirst(data)
  if (first !== null) return children(first)
  if (data === null) return <GonePanel onClose={onClose} />
  return (
    <SidePanel title={title} size="wide" onClose={onClose} footer={<Button onClick={onClose}>Close</Button>}>
      <div className="flex flex-col gap-3 p-4">
        {error === null ? (
          <output aria-label={`Loading ${label}`}>
            <Skeleton className="h-20 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        )}
      </div>
    </SidePanel>
  )
}
