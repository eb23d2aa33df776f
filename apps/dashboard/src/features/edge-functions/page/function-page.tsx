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
import { InvocationsTab } from '../logs/invocations-tab.tsx'
import { LogsTab } from '../logs/logs-tab.tsx'
import { OverviewTab } from '../overview/overview-tab.tsx'
import { SchedulesTab } from '../schedules/schedules-tab.tsx'
import { TestTab } from '../test/test-tab.tsx'
import { VersionsTab } from '../versions/versions-tab.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { CodeTab } from '../code/code-tab.tsx'
import { functionText, pageText } from '../messages.ts'
import { functionQuery } from '../queries.ts'
import type { FunctionSearch, FunctionTab } from './search.ts'
import { SettingsTab } from './settings-tab.tsx'

export interface FunctionPageProps {
  readonly projectRef: string
  readonly slug: string
  readonly search: FunctionSearch
  readonly onSearch: (next: FunctionSearch) => void
  readonly onDeleted: () => void
}

/** Shows one edge function. */
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
            <ErrorNotice error={error} subject={functionText.loadFailed} onRetry={() => void refetch()} />
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
          className="-ml-1.5 flex size-7 md:-ml-8 items-center justify-center rounded-md text-faint hover:bg-hover hover:text-fg"
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

/** Tabs only for members who can edit functions: they call the function, or show what callers sent. */
const memberTabs: readonly FunctionTab[] = ['test', 'invocations', 'logs']

function FunctionTabs({ projectRef, search, onSearch, onDeleted, edgeFunction }: FunctionPageProps & { readonly edgeFunction: EdgeFunction }) {
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const { slug } = edgeFunction
  const isShown = mayChange || !memberTabs.includes(search.tab ?? 'code')
  return (
    <Tabs
      label={functionText.tabLabel}
      className="min-h-0 flex-1"
      listClassName="md:px-8"
      panelClassName="min-h-0 flex-1 overflow-y-auto"
      value={isShown ? (search.tab ?? 'code') : 'code'}
      onValueChange={(tab) => onSearch({ tab })}
      tabs={[
        { value: 'code', label: functionText.tabs.code, isKept: true, content: <CodeTab projectRef={projectRef} edgeFunction={edgeFunction} /> },
        ...(mayChange
          ? ([
              { value: 'test', label: functionText.tabs.test, isKept: true, content: <TestTab projectRef={projectRef} slug={slug} /> },
              { value: 'overview', label: functionText.tabs.overview, content: <OverviewTab projectRef={projectRef} slug={slug} /> },
              { value: 'invocations', label: functionText.tabs.invocations, content: <InvocationsTab projectRef={projectRef} slug={slug} /> },
              { value: 'logs', label: functionText.tabs.logs, content: <LogsTab projectRef={projectRef} slug={slug} /> },
            ] as const)
          : ([{ value: 'overview', label: functionText.tabs.overview, content: <OverviewTab projectRef={projectRef} slug={slug} /> }] as const)),
        { value: 'versions', label: functionText.tabs.versions, content: <VersionsTab projectRef={projectRef} edgeFunction={edgeFunction} /> },
        { value: 'schedules', label: functionText.tabs.schedules, content: <SchedulesTab projectRef={projectRef} slug={slug} /> },
        {
          value: 'settings',
          label: functionText.tabs.settings,
          content: <SettingsTab projectRef={projectRef} edgeFunction={edgeFunction} onDeleted={onDeleted} />,
        },
      ]}
    />
  )
}
