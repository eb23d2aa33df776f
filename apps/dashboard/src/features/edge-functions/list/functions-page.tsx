import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { EmptyState, SearchInput, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import type { ListOrder } from '../../../lib/lists/long-table.tsx'
import type { SearchProps } from '../../../lib/object-page/object-search.ts'
import { Page } from '../../../lib/page.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useProject } from '../../../scope/use-project.ts'
import { pageText } from '../messages.ts'
import { functionsQuery } from '../queries.ts'
import { FirstFunction } from './first-function.tsx'
import { FunctionTable } from './function-table.tsx'
import type { FunctionsSearch } from './search.ts'
import { sortFunctions } from './sort-functions.ts'

export interface FunctionsPageProps extends SearchProps<FunctionsSearch> {
  readonly projectRef: string
}

/** The edge functions of a project. */
export function FunctionsPage({ projectRef, search, onSearch }: FunctionsPageProps) {
  const { name, status } = useProject(projectRef)
  useTitle(pageText.title, name)
  const { data: functions, error, refetch } = useQuery(functionsQuery(projectRef))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description}>
        {status === 'INACTIVE' && <Notice tone="warning">{pageText.paused}</Notice>}
        {functions !== undefined ? (
          <Functions projectRef={projectRef} functions={functions} search={search} onSearch={onSearch} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} subject="Failed to load functions" onRetry={() => void refetch()} />
        )}
      </Page>
    </div>
  )
}

interface FunctionsProps extends FunctionsPageProps {
  readonly functions: readonly EdgeFunction[]
}

function Functions({ projectRef, functions, search, onSearch }: FunctionsProps) {
  if (functions.length === 0) return <FirstFunction projectRef={projectRef} />
  const wanted = search.q?.toLowerCase() ?? ''
  const order: ListOrder = { column: search.order?.replace(/^-/, '') ?? 'Function', isDescending: search.order?.startsWith('-') ?? false }
  const shown = sortFunctions(
    functions.filter(({ slug, name }) => slug.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)),
    order,
  )
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label="Search functions"
        placeholder="Search functions"
        className="w-full md:w-72"
        value={search.q ?? ''}
        onChange={(event) => onSearch({ ...search, q: event.target.value === '' ? undefined : event.target.value }, { isReplaced: true })}
      />
      {shown.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title="No matching functions">
          {pageText.noMatch}
        </EmptyState>
      ) : (
        <FunctionTable
          projectRef={projectRef}
          functions={shown}
          order={order}
          onOrder={({ column, isDescending }) => onSearch({ ...search, order: `${isDescending ? '-' : ''}${column}` }, { isReplaced: true })}
        />
      )}
    </div>
  )
}

function Loading() {
  return (
    <output aria-label="Loading functions" className="flex flex-col gap-2">
      <Skeleton className="h-8 w-72" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </output>
  )
}
