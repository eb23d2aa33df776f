import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { Button, EmptyState, SearchInput, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive, Lock, Moon, Plus, SearchX } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import type { ListOrder } from '../../lib/lists/long-table.tsx'
import { addressOf, newKey, type SearchProps } from '../../lib/object-page/object-search.ts'
import { NewButton } from '../../lib/object-page/new-button.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { bucketsQuery } from '../../scope/storage/buckets.ts'
import { useStorageRights } from '../../scope/storage/use-storage-rights.ts'
import { useProject } from '../../scope/use-project.ts'
import { DeleteDialog, EmptyDialog } from './bucket-dialogs.tsx'
import { BucketPanel } from './bucket-panel.tsx'
import { BucketTable } from './bucket-table.tsx'
import { pageText, tableText } from './messages.ts'
import type { BucketsSearch } from './search.ts'
import { sortBuckets } from './sort-buckets.ts'

export interface BucketsPageProps extends SearchProps<BucketsSearch> {
  readonly projectRef: string
}

/** Lists the buckets of a project, and edits them in a panel. */
export function BucketsPage({ projectRef, search, onSearch }: BucketsPageProps) {
  const { name, sleep } = useProject(projectRef)
  useTitle(pageText.title, name)
  const { mayRead, mayWrite } = useStorageRights(projectRef)
  // loading wakes the project, so it waits for a click
  const [isAsked, setIsAsked] = useState(false)
  const isEnabled = mayRead && (sleep === 'awake' || isAsked)
  const { data, error, refetch } = useQuery({ ...bucketsQuery(projectRef), enabled: isEnabled })
  const address = addressOf({ search, onSearch })
  const opened = data?.buckets.find(({ id }) => id === search.open)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page
        title={pageText.title}
        description={pageText.description}
        actions={mayWrite && data !== undefined && data.buckets.length > 0 && <NewButton noun="bucket" onClick={address.create} />}
      >
        {!mayRead ? (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        ) : data !== undefined ? (
          <Buckets
            projectRef={projectRef}
            search={search}
            onSearch={onSearch}
            buckets={data.buckets}
            sharedPolicies={data.shared_policies}
            mayWrite={mayWrite}
          />
        ) : !isEnabled ? (
          <EmptyState
            icon={<Moon aria-hidden />}
            title={pageText.asleep.title}
            action={<Button onClick={() => setIsAsked(true)}>{pageText.asleep.action}</Button>}
          >
            {pageText.asleep.text}
          </EmptyState>
        ) : error === null ? (
          <Loading />
        ) : (
          <ErrorNotice error={error} subject={pageText.loadFailed} onRetry={() => void refetch()} />
        )}
      </Page>
      {mayWrite && search.open === newKey && (
        <BucketPanel projectRef={projectRef} onClose={() => address.close()} onDone={() => address.leaveSaved()} />
      )}
      {mayWrite && opened !== undefined && search.act === 'edit' && (
        <BucketPanel key={opened.id} projectRef={projectRef} bucket={opened} onClose={() => address.close()} onDone={() => address.leaveSaved()} />
      )}
      {mayWrite && opened !== undefined && search.act === 'empty' && (
        <EmptyDialog projectRef={projectRef} bucket={opened} onClose={() => address.close()} />
      )}
      {mayWrite && opened !== undefined && search.act === 'delete' && (
        <DeleteDialog projectRef={projectRef} bucket={opened} onClose={() => address.close()} />
      )}
    </div>
  )
}

interface BucketsProps extends BucketsPageProps {
  readonly buckets: readonly BucketSummary[]
  readonly sharedPolicies: number
  readonly mayWrite: boolean
}

function Buckets({ projectRef, search, onSearch, buckets, sharedPolicies, mayWrite }: BucketsProps) {
  const address = addressOf({ search, onSearch })
  if (buckets.length === 0) {
    return (
      <EmptyState
        icon={<Archive aria-hidden />}
        title={pageText.empty.title}
        action={
          mayWrite && (
            <Button variant="primary" onClick={address.create}>
              <Plus aria-hidden /> {pageText.create}
            </Button>
          )
        }
      >
        {pageText.empty.text}
      </EmptyState>
    )
  }
  const wanted = search.q?.toLowerCase() ?? ''
  const order: ListOrder = { column: search.order?.replace(/^-/, '') ?? tableText.columns.name, isDescending: search.order?.startsWith('-') ?? false }
  const shown = sortBuckets(
    buckets.filter((bucket) => bucket.name.toLowerCase().includes(wanted)),
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
        <BucketTable
          projectRef={projectRef}
          buckets={shown}
          sharedPolicies={sharedPolicies}
          mayWrite={mayWrite}
          order={order}
          onOrder={({ column, isDescending }) => onSearch({ ...search, order: `${isDescending ? '-' : ''}${column}` }, { isReplaced: true })}
          onAct={(bucket, act) => onSearch({ ...search, open: bucket.id, act })}
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
