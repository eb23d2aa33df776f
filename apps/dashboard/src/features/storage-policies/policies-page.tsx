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
import { bucketsQuery } from '../../scope/storage/buckets.ts'
import { useProject } from '../../scope/use-project.ts'
import { pageText } from './model/messages.ts'
import { PolicyGroups } from './policy-groups.tsx'
import { storageSchema, storageTablesQuery } from './queries.ts'
import type { PoliciesTab, StoragePoliciesSearch } from './search.ts'
import { testText } from './trial/messages.ts'
import { TestPanel } from './trial/test-panel.tsx'

export interface StoragePoliciesPageProps extends SearchProps<StoragePoliciesSearch> {
  readonly projectRef: string
}

/** Shows the storage policies, and tests them. */
export function StoragePoliciesPage({ projectRef, search, onSearch }: StoragePoliciesPageProps) {
  const { name, sleep } = useProject(projectRef)
  useTitle(pageText.title, name)
  const mayRead = useIsAllowed(projectRef)('database:read')
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  // loading wakes the project, so it waits for a click
  const [isAsked, setIsAsked] = useState(false)
  const isEnabled = mayRead && (sleep === 'awake' || isAsked)
  const buckets = useQuery({ ...bucketsQuery(projectRef), enabled: isEnabled })
  const tables = useQuery({ ...storageTablesQuery(projectRef), enabled: isEnabled })
  const found = useQuery({ ...policiesQuery(projectRef, storageSchema), enabled: isEnabled })
  const error = buckets.error ?? tables.error ?? found.error
  const isLoaded = buckets.data !== undefined && tables.data !== undefined && found.data !== undefined
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description}>
        {!mayRead ? (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        ) : isLoaded ? (
          tables.data.some(({ name: table }) => table === 'objects') ? (
            <Tabs<PoliciesTab>
              label={pageText.title}
              value={search.tab ?? 'policies'}
              onValueChange={(tab) => onSearch({ ...search, tab: tab === 'policies' ? undefined : tab }, { isReplaced: true })}
              panelClassName="pt-4"
              tabs={[
                {
                  value: 'policies',
                  label: pageText.tab,
                  count: found.data.filter(({ table }) => table === 'objects' || table === 'buckets').length,
                  content: (
                    <PolicyGroups
                      projectRef={projectRef}
                      search={search}
                      onSearch={onSearch}
                      buckets={buckets.data.buckets}
                      tables={tables.data}
                      policies={found.data}
                      mayWrite={mayWrite}
                    />
                  ),
                },
                {
                  value: 'test',
                  label: testText.tab,
                  isKept: true,
                  content: <TestPanel projectRef={projectRef} search={search} onSearch={onSearch} buckets={buckets.data.buckets} />,
                },
              ]}
            />
          ) : (
            <EmptyState icon={<DatabaseZap aria-hidden />} title={pageText.noStorage.title}>
              {pageText.noStorage.text}
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
            <Skeleton className="h-40 w-full" />
          </output>
        ) : (
          <ErrorNotice
            error={error}
            subject={pageText.failed}
            onRetry={() => void Promise.all([buckets.refetch(), tables.refetch(), found.refetch()])}
          />
        )}
      </Page>
    </div>
  )
}
