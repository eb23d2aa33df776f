import { Skeleton } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { logText } from '../messages.ts'

export interface LogStatesProps {
  readonly query: { readonly data: unknown; readonly error: unknown; readonly refetch: () => unknown }
  readonly children: ReactNode
}

/** Shows a log, its loading state or its error. */
export function LogStates({ query: { data, error, refetch }, children }: LogStatesProps) {
  if (data !== undefined) return children
  if (error !== null) return <ErrorNotice error={error} subject={logText.loadFailed} onRetry={() => void refetch()} />
  return (
    <output aria-label={logText.loading} className="flex flex-col gap-2">
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-5 w-2/3" />
    </output>
  )
}
