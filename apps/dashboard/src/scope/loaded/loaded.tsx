import { Skeleton } from '@colonnade/ui'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'

export interface LoadedProps<Data> {
  // oxlint-disable-next-line typescript/no-explicit-any -- keys differ from query to query
  readonly query: UseQueryOptions<Data, Error, Data, any>
  /** What is awaited, for those who don't see it: "the trigger". */
  readonly label: string
  /** What is shown until it is there, instead of three lines. */
  readonly skeleton?: ReactNode
  /** What is said when the answer is null. */
  readonly gone?: string
  /** Of what is shown instead of it, and of what is said above it. */
  readonly className?: string
  readonly children: (data: NonNullable<Data>) => ReactNode
}

/**
 * What a query answers, once it has. It stays where it is when asking anew fails, which is said above it: what somebody has begun in it is
 * not lost with an answer.
 */
export function Loaded<Data>({ query, label, skeleton, gone = 'It does not exist any more.', className, children }: LoadedProps<Data>) {
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
