import { Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { triggerQuery, type TriggerDefinition } from './trigger-queries.ts'

export interface LoadedTriggerProps {
  readonly projectRef: string
  readonly id: number
  readonly children: (row: TriggerDefinition) => ReactNode
}

/** What needs all of a trigger, once it is there. */
export function LoadedTrigger({ projectRef, id, children }: LoadedTriggerProps) {
  const { data: row, error, refetch } = useQuery(triggerQuery(projectRef, id))
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (row === undefined) {
    return (
      <output aria-label="Loading the trigger" className="flex flex-col gap-3">
        {['w-full', 'w-2/3', 'w-1/2'].map((width) => (
          <Skeleton key={width} className={`h-4 ${width}`} />
        ))}
      </output>
    )
  }
  if (row === null) return <p className="text-soft">It does not exist any more.</p>
  return children(row)
}
