import type { FunctionOverview } from '@colonnade/contracts/functions/function-versions'
import { EmptyState, SearchInput, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import type { ListOrder } from '../../../lib/lists/long-table.tsx'
import { NewButton } from '../../../lib/object-page/new-button.tsx'
import { addressOf, newKey, type SearchProps } from '../../../lib/object-page/object-search.ts'
import { Page } from '../../../lib/page.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import { listText, pageText } from '../messages.ts'
import { NewFunctionPanel } from '../new-function/new-function-panel.tsx'
import { functionsQuery, statsQuery } from '../queries.ts'
import { FirstFunction } from './first-function.tsx'
import { FunctionTable } from './function-table.tsx'
import type { FunctionsSearch } from './search.ts'
import { sortFunctions } from './sort-functions.ts'

export interface FunctionsPageProps extends SearchProps<FunctionsSearch> {
  readonly projectRef: string
  /** Opens the code of the new function. */
  readonly onCreated: (slug: string) => void
}

/** Lists the edge functions of a project. */
export function FunctionsPage(props: FunctionsPageProps) {
  const { projectRef, search, onSearch, onCreated } = props
  const { name, status } = useProject(projectRef)
  useTitle(pageText.title, name)
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const address = addressOf({ search, onSearch })
  const { data: functions, error, refetch } = useQuery(functionsQuery(projectRef))
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page
        title={pageText.title}
        description={pageText.description}
        actions={mayChange && functions !== undefined && <NewButton noun="function" onClick={address.create} />}
      >
        {status === 'INACTIVE' && <Notice tone="warning">{pageText.paused}</Notice>}
        {functions !== undefined ? (
          <Functions {...props} functions={functions} mayChange={mayChange} />
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} subject={pageText.loadFailed} onRetry={() => void refetch()} />
        )}
      </Page>
      {mayChange && search.open === newKey && functions !== undefined && (
        <NewFunctionPanel
          projectRef={projectRef}
          slugs={functions.map(({ slug }) => slug)}
          template={search.template}
          onTemplate={(template) => onSearch({ ...search, template }, { isReplaced: true, isSaved: true })}
          onClose={() => address.close({ template: undefined })}
          onDone={onCreated}
        />
      )}
    </div>
  )
}

interface FunctionsProps extends FunctionsPageProps {
  readonly functions: readonly FunctionOverview[]
  readonly mayChange: boolean
}

function Functions({ projectRef, functions, search, onSearch, mayChange }: FunctionsProps) {
  const { data: stats } = useQuery({ ...statsQuery(projectRef, '1day'), enabled: functions.length > 0 })
  if (functions.length === 0) {
    const use = (template: string) => onSearch({ ...search, open: newKey, template })
    return <FirstFunction projectRef={projectRef} onUse={mayChange ? use : null} />
  }
  const wanted = search.q?.toLowerCase() ?? ''
  const order: ListOrder = {
    column: search.order?.replace(/^-/, '') ?? listText.columns.function,
    isDescending: search.order?.startsWith('-') ?? false,
  }
  const shown = sortFunctions(
    functions.filter(({ slug, name }) => slug.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted)),
    order,
  )
  return (
    <div className="flex flex-col gap-3">
      <SearchInput
        label={pageText.search}
        placeholder={pageText.search}
        className="w-full md:w-72"
        value={search.q ?? ''}
        onChange={(event) => onSearch({ ...search, q: event.target.value === '' ? undefined : event.target.value }, { isReplaced: true })}
      />
      {shown.length === 0 ? (
        <EmptyState icon={<SearchX aria-hidden />} title={pageText.noMatch.title}>
          {pageText.noMatch.text}
        </EmptyState>
      ) : (
        <FunctionTable
          projectRef={projectRef}
          functions={shown}
          stats={stats?.functions}
          order={order}
          onOrder={({ column, isDescending }) => onSearch({ ...search, order: `${isDescending ? '-' : ''}${column}` }, { isReplaced: true })}
        />
      )}
    </div>
  )
}

function Loading() {
  return (
    <output aria-label={pageText.loading} className="flex flex-col gap-2">
      <Skeleton className="h-8 w-72" />
      <Skeleton className="h-12 w-full" />
      <Skeleton className="h-12 w-full" />
    </output>
  )
}
