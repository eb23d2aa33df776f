import { Button, EmptyState, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { DatabaseZap, Lock, Moon } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { isFormOpen, type SearchProps } from '../../lib/object-page/object-search.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed, useMayWrite } from '../../scope/permissions.ts'
import { policiesQuery } from '../../scope/policies/policy-queries.ts'
import { useProject } from '../../scope/use-project.ts'
import { pageText } from './model/messages.ts'
import { PoliciesPanel } from './policies-panel.tsx'
import { messagesTableQuery, realtimeSchema } from './queries.ts'
import type { PoliciesTab, RealtimePoliciesSearch } from './search.ts'
import { testText } from './trial/messages.ts'
import { TestPanel } from './trial/test-panel.tsx'

export interface RealtimePoliciesPageProps extends SearchProps<RealtimePoliciesSearch> {
  readonly projectRef: string
}

/** Shows the realtime policies, and tests them. */
export function RealtimePoliciesPage({ projectRef, search, onSearch }: RealtimePoliciesPageProps) {
  const { name, sleep } = useProject(projectRef)
  useTitle(pageText.title, name)
  const mayRead = useIsAllowed(projectRef)('database:read')
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  // loading wakes the project, so it waits for a click
  const [isAsked, setIsAsked] = useState(false)
  const isEnabled = mayRead && (sleep === 'awake' || isAsked)
  const table = useQuery({ ...messagesTableQuery(projectRef), enabled: isEnabled })
  const found = useQuery({ ...policiesQuery(projectRef, realtimeSchema), enabled: isEnabled })
  const error = table.error ?? found.error
  const isLoaded = table.data !== undefined && found.data !== undefined
  const all = found.data?.filter(({ table_id }) => table_id === table.data?.id) ?? []
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description}>
        {!mayRead ? (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        ) : isLoaded ? (
          table.data !== null ? (
            <Tabs<PoliciesTab>
              label={pageText.title}
              value={search.tab ?? 'policies'}
              onValueChange={(tab) => onSearch({ ...search, tab: tab === 'policies' ? undefined : tab }, { isReplaced: true })}
              panelClassName="pt-4"
              tabs={[
                {
                  value: 'policies',
                  label: pageText.policies,
                  count: all.length,
                  content: <PoliciesPanel {...{ projectRef, search, onSearch, mayWrite }} table={table.data} policies={all} />,
                },
                { value: 'test', label: testText.tab, isKept: true, content: <TestPanel {...{ projectRef, search, onSearch }} /> },
              ]}
            />
          ) : (
            <EmptyState icon={<DatabaseZap aria-hidden />} title={pageText.noTable.title}>
              {pageText.noTable.text}
            </EmptyState>
          )
        ) : !isEnabled ? (
          <EmptyState
            icon={<Moon aria-hidden />}
            title={pageText.asleep.title}
            action={<Button onClick={() => setIsAsked(true)}>{pageText.asleep.action}</Button>}
          >
            {pageText.asleep.text}
          </EmptyState>
        ) : error === null ? (
          <output aria-label={pageText.loading} className="flex flex-col gap-3">
            <Skeleton className="h-8 w-72" />
            <Skeleton className="h-40 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={pageText.failed} onRetry={() => void Promise.all([table.refetch(), found.refetch()])} />
        )}
      </Page>
    </div>
  )
}
