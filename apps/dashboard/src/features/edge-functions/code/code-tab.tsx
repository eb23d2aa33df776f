import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { Skeleton } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { codeText } from '../messages.ts'
import { CodeReader } from './code-reader.tsx'
import { CodeWorkbench } from './code-workbench.tsx'
import { sourceQuery } from './source-calls.ts'

export interface CodeTabProps {
  readonly projectRef: string
  readonly edgeFunction: EdgeFunction
}

/** Shows the code of a function, for editing or read-only. */
export function CodeTab({ projectRef, edgeFunction }: CodeTabProps) {
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const {
    data: source,
    error,
    refetch,
  } = useQuery({
    ...sourceQuery(projectRef, edgeFunction.slug, edgeFunction.version),
    // keeps showing the old version until the next one loads
    placeholderData: keepPreviousData,
  })
  if (source === undefined) {
    return error === null ? (
      <output aria-label={codeText.loading} className="flex flex-col gap-2 p-4">
        <Skeleton className="h-6 w-64" />
        <Skeleton className="h-40 w-full" />
      </output>
    ) : (
      <ErrorNotice className="m-4" error={error} subject={codeText.loadFailed} onRetry={() => void refetch()} />
    )
  }
  return mayChange ? (
    <CodeWorkbench projectRef={projectRef} edgeFunction={edgeFunction} base={source} />
  ) : (
    <CodeReader source={source} version={edgeFunction.version} />
  )
}
