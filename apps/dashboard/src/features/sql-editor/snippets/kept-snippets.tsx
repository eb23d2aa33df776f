import { CodeBlock, cn, SearchInput, Skeleton } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { searchDelayMs } from '../limits.ts'
import { keptSnippetsText } from './messages.ts'
import { snippetQuery, snippetSearchQuery, snippetsQuery } from './snippet-queries.ts'

export interface KeptSnippetsProps {
  readonly projectRef: string
  /** The snippet that the address names; null for none. */
  readonly documentId: string | null
}

/** Beyond that one searches. */
const shownMax = 200

/** The snippets of a project whose database does not run, to be read: they are kept by the platform, and need no database until they run. */
export function KeptSnippets({ projectRef, documentId }: KeptSnippetsProps) {
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), searchDelayMs)
  const all = useQuery(snippetsQuery(projectRef))
  const found = useQuery({ ...snippetSearchQuery(projectRef, search), enabled: search !== '', placeholderData: keepPreviousData })
  const list = search === '' ? all.data : found.data?.items
  const error = search === '' ? all.error : found.error
  if (all.data?.length === 0) return null
  return (
    <section aria-label={keptSnippetsText.snippets} className="flex flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div>
          <h2 className="font-medium">{keptSnippetsText.snippets}</h2>
          <p className="text-sm text-soft">{keptSnippetsText.description}</p>
        </div>
        <SearchInput
          label={keptSnippetsText.searchSnippets}
          placeholder={keptSnippetsText.search}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      {error !== null && <ErrorNotice error={error} subject={keptSnippetsText.failedLoadSnippets} />}
      <div className="flex min-w-0 flex-col gap-4 md:flex-row md:items-start">
        {list === undefined && error === null && <Skeleton className="h-4 w-56" />}
        {list !== undefined && (
          <ul aria-label={keptSnippetsText.snippets} className="max-h-96 w-full shrink-0 overflow-y-auto rounded-md border bg-surface md:w-64">
            {list.slice(0, shownMax).map(({ id, name, folder }) => (
              <li key={id}>
                <AppLink
                  href={paths.project.sql(projectRef, id)}
                  aria-current={id === documentId ? 'page' : undefined}
                  className={cn(
                    'block truncate px-3 py-1.5 text-sm hover:bg-hover focus-visible:-outline-offset-2',
                    id === documentId && 'bg-selected',
                  )}
                >
                  {name}
                  {folder !== '' && <span className="text-xs text-soft">{keptSnippetsText.in(folder)}</span>}
                </AppLink>
              </li>
            ))}
            {list.length === 0 && <li className="px-3 py-1.5 text-sm text-soft">{keptSnippetsText.noMatch(search)}</li>}
            {list.length > shownMax && <li className="px-3 py-1.5 text-sm text-soft">{keptSnippetsText.onlyFirst(shownMax)}</li>}
          </ul>
        )}
        {documentId !== null && <SnippetText key={documentId} projectRef={projectRef} id={documentId} />}
      </div>
    </section>
  )
}

function SnippetText({ projectRef, id }: { readonly projectRef: string; readonly id: string }) {
  const { data: snippet, error, refetch } = useQuery(snippetQuery(projectRef, id))
  if (error !== null) {
    return (
      <div className="min-w-0 flex-1">
        <ErrorNotice error={error} subject={keptSnippetsText.failedLoadSnippet} onRetry={() => void refetch()} />
      </div>
    )
  }
  if (snippet === undefined) return <Skeleton className="h-40 min-w-0 flex-1" />
  return <CodeBlock label={keptSnippetsText.snippet} fileName={snippet.name} code={snippet.content} className="max-h-96 min-w-0 flex-1" />
}
