import { Skeleton } from '@colonnade/ui'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'

export interface LoadedProps<Data> {
  // oxlint-disable-next-line typescript/no-explicit-any -- keys differ from query to query
  readonly query: UseQueryOptions<Data, Error, Data, any>
  /** What is loading, for screen readers: "the trigger". */
  readonly label: string
  /** Shown while loading; three lines by default. */
  readonly skeleton?: ReactNode
  /** Shown if the data is null. */
  readonly gone?: string
  /** Class of the skeleton and of the messages. */
  readonly className?: string
  readonly children: (data: NonNullable<Data>) => ReactNode
}

/**
 * Renders the data of a query once it's loaded. If a later refetch fails, shows the error above and leaves the content in place, so that
 * nobody loses unsaved input.
 */
export function Loaded<Data>({ query, label, skeleton, gone = 'This no longer exists.', className, children }: LoadedProps<Data>) {
  const { data, error, refetch } = useQuery(query)
  return (
    <>
      {error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} {...(className !== undefined && { className })} />}
      {data === undefined && error === null && (
        <output aria-label={`Loading ${label}`} className={className}>
          {skeleton ?? <Lines />}
        </output>
      )}
      {data === null && <p className={`text-soft ${className ?? ''}`}>{gone}</p>}
      {data != null && children(data)}
    </>
  )
}

const Lines = () => (
  <span className="flex flex-col gap-3">
    {['w-full', 'w-2/3', 'w-1/2'].map((width) => (
      <Skeleton key={width} className={`h-4 ${width}`} />
    ))}
  </span>
)
