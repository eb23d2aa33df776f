import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { isAppError } from '@colonnade/core'
import { buttonClass, CopyButton, EmptyState, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { useApiUrl } from '../../../scope/project-settings/use-api-url.ts'
import { useProject } from '../../../scope/use-project.ts'
import { functionText, pageText } from '../messages.ts'
import { functionQuery } from '../queries.ts'
import type { FunctionSearch } from './search.ts'
import { SettingsTab } from './settings-tab.tsx'

export interface FunctionPageProps {
  readonly projectRef: string
  readonly slug: string
  readonly search: FunctionSearch
  readonly onSearch: (next: FunctionSearch) => void
}

/** One edge function. */
export function FunctionPage(props: FunctionPageProps) {
  const { projectRef, slug } = props
  const { name, status } = useProject(projectRef)
  useTitle(slug, pageText.title, name)
  const { data, error, refetch } = useQuery(functionQuery(projectRef, slug))
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <Head projectRef={projectRef} slug={slug} />
      {status === 'INACTIVE' && (
        <div className="px-4 pb-3 md:px-8">
          <Notice tone="warning">{pageText.paused}</Notice>
        </div>
      )}
      {data !== undefined ? (
        <FunctionTabs {...props} edgeFunction={data} />
      ) : error === null ? (
        <Place>
          <output aria-label={functionText.loading} className="flex flex-col gap-2">
            <Skeleton className="h-8 w-96 max-w-full" />
            <Skeleton className="h-40 w-full" />
          </output>
        </Place>
      ) : (
        <Place>
          {isAppError(error, 'function_not_found') ? (
            <EmptyState
              icon={<SearchX aria-hidden />}
              title={functionText.missing.title}
              action={
                <AppLink href={paths.project.functions(projectRef)} className={buttonClass({ variant: 'secondary' })}>
                  {functionText.missing.action}
                </AppLink>
              }
            >
              {functionText.missing.text(slug)}
            </EmptyState>
          ) : (
            <ErrorNotice error={error} subject="Failed to load the function" onRetry={() => void refetch()} />
          )}
        </Place>
      )}
    </main>
  )
}

const Place = ({ children }: { readonly children: ReactNode }) => <div className="min-h-0 flex-1 overflow-y-auto px-4 py-2 md:px-8">{children}</div>

function Head({ projectRef, slug }: Pick<FunctionPageProps, 'projectRef' | 'slug'>) {
  const apiUrl = useApiUrl(projectRef)
  const url = `${apiUrl ?? ''}/functions/v1/${slug}`
  return (
    <header className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 pt-5 pb-2 md:px-8">
      <div className="flex min-w-0 items-center gap-1">
        <AppLink
          href={paths.project.functions(projectRef)}
          aria-label={functionText.back}
          title={functionText.back}
          className="-ml-1.5 flex size-7 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-fg"
        >
          <ChevronLeft aria-hidden className="size-4" />
        </AppLink>
        <h1 className="min-w-0 text-xl font-semibold tracking-tight wrap-anywhere">{slug}</h1>
      </div>
      {apiUrl !== undefined && (
        <div className="flex min-w-0 items-center gap-1">
          <span className="min-w-0 truncate font-mono text-xs text-soft" title={url}>
            {url}
          </span>
          <CopyButton isIconOnly label={functionText.copyUrl} text={url} />
        </div>
      )}
    </header>
  )
}

function FunctionTabs({ search, onSearch, edgeFunction }: FunctionPageProps & { readonly edgeFunction: EdgeFunction }) {
  return (
    <Tabs
      label={functionText.tabs}
      className="min-h-0 flex-1"
      panelClassName="min-h-0 flex-1 overflow-y-auto"
      value={search.tab ?? 'settings'}
      onValueChange={(tab) => onSearch({ tab })}
      tabs={[{ value: 'settings', label: 'Settings', content: <SettingsTab edgeFunction={edgeFunction} /> }]}
    />
  )
}
