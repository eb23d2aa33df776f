import { Button, EmptyState, RelativeTime } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download, GitCommitVertical, GitCompare, ListChecks } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { blobOfParts, saveBlob } from '../../../lib/save-file.ts'
import { useMayWrite } from '../../../scope/permissions.ts'
import type { ObjectColumn } from '../../../lib/object-page/object-list.tsx'
import { ObjectPage, type PageKind } from '../../../lib/object-page/object-page.tsx'
import { OpenedObject } from '../../../lib/object-page/opened-object.tsx'
import { addressOf, isFormOpen } from '../../../lib/object-page/object-search.ts'
import type { DatabaseSearchProps } from '../objects/database-search.ts'
import { EntryButton } from '../../../lib/object-page/entry-button.tsx'
import { AppliedPanel } from './applied-panel.tsx'
import { migrationsText } from './messages.ts'
import { allTexts, momentOf } from './migration-files.ts'
import { MigrationPanel } from './migration-panel.tsx'
import { migrationsQuery, unrecordedQuery, type ListedMigration } from './migration-queries.ts'
import { UnrecordedNotice } from './unrecorded-notice.tsx'
import { UnrecordedPanel, UnrecordedView } from './unrecorded-panel.tsx'

const CompareDialog = lazy(loaded(() => import('./compare-dialog.tsx'), 'CompareDialog'))

export interface MigrationsPageProps extends DatabaseSearchProps {
  readonly projectRef: string
}

const kind: PageKind<ListedMigration> = {
  title: migrationsText.title,
  description: migrationsText.description,
  noun: migrationsText.noun,
  keyOf: ({ version }) => version,
  textOf: ({ words }) => words,
  isFromEnd: true,
}

/** Lists the recorded migrations, to read, compare, download and correct them. */
export function MigrationsPage({ projectRef, search, onSearch }: MigrationsPageProps) {
  const mayWrite = useMayWrite(projectRef, isFormOpen(search))
  const { data, error, refetch } = useQuery(migrationsQuery(projectRef))
  // an error shows with the list of migrations already
  const { data: unrecorded } = useQuery(unrecordedQuery(projectRef))
  const address = addressOf({ search, onSearch })
  const close = () => address.close()
  const markButton = mayWrite && (
    <Button onClick={address.create}>
      <ListChecks aria-hidden />
      {migrationsText.markApplied}
    </Button>
  )
  const saveAll = async (migrations: readonly ListedMigration[]) => {
    const blob = await blobOfParts(allTexts(migrations), 'application/sql')
    if (blob !== null) saveBlob(blob, `${projectRef}_migrations.sql`)
  }
  const isComparing = search.act === 'compare'
  return (
    <ObjectPage
      kind={kind}
      list={{ data, error, refetch }}
      columns={columnsOf(address.open)}
      search={search}
      onSearch={onSearch}
      notice={
        unrecorded !== undefined &&
        unrecorded.length > 0 && (
          <UnrecordedNotice
            count={unrecorded.length}
            isDrift={data !== undefined && data.length > 0}
            onReview={() => onSearch({ ...search, open: undefined, act: 'drift' })}
          />
        )
      }
      actions={
        data !== undefined &&
        data.length > 0 && (
          <div className="flex flex-wrap gap-2">
            {markButton}
            {data.length > 1 && (
              <Button onClick={() => onSearch({ ...search, open: undefined, act: 'compare' })}>
                <GitCompare aria-hidden />
                {migrationsText.compare}
              </Button>
            )}
            <Button onClick={() => void saveAll(data)}>
              <Download aria-hidden />
              {migrationsText.downloadAll}
            </Button>
          </div>
        )
      }
      empty={
        <EmptyState icon={<GitCommitVertical aria-hidden />} title={migrationsText.empty} action={markButton}>
          {migrationsText.emptyText}
        </EmptyState>
      }
    >
      {unrecorded !== undefined && search.act === 'drift' && !mayWrite && <UnrecordedView changes={unrecorded} onClose={close} />}
      {data !== undefined && unrecorded !== undefined && search.act === 'drift' && mayWrite && (
        <UnrecordedPanel projectRef={projectRef} changes={unrecorded} known={data} onClose={close} onDone={() => address.leaveSaved()} />
      )}
      {!isComparing && (
        <OpenedObject
          items={data}
          keyOf={kind.keyOf}
          search={search}
          onSearch={onSearch}
          renderNew={
            mayWrite &&
            (() =>
              data !== undefined && (
                <AppliedPanel
                  projectRef={projectRef}
                  known={data}
                  unrecorded={unrecorded ?? []}
                  onClose={close}
                  onDone={() => address.leaveSaved()}
                />
              ))
          }
          renderObject={(migration) => (
            <MigrationPanel
              projectRef={projectRef}
              migration={migration}
              mayWrite={mayWrite}
              onCompare={data !== undefined && data.length > 1 ? () => address.act('compare') : null}
              onClose={close}
            />
          )}
          gone={migrationsText.gone}
        />
      )}
      {data !== undefined && data.length > 1 && isComparing && (
        <Suspense>
          <CompareDialog migrations={data} version={search.open} onClose={() => address.show()} />
        </Suspense>
      )}
    </ObjectPage>
  )
}

function columnsOf(onOpen: (version: string) => void): readonly ObjectColumn<ListedMigration>[] {
  return [
    {
      label: migrationsText.version,
      className: 'md:w-44',
      sortBy: ({ version }) => version,
      renderCell: ({ version, name, created_by: who }, tabIndex) => (
        <EntryButton tabIndex={tabIndex} onOpen={() => onOpen(version)} className="flex-col">
          <span className="flex w-full gap-3">
            <span className="font-mono text-xs">{version}</span>
            <span className="ml-auto min-w-0 truncate text-xs text-faint md:hidden">{who}</span>
          </span>
          <span className="w-full truncate text-xs text-soft md:hidden">{name}</span>
        </EntryButton>
      ),
    },
    {
      label: migrationsText.name,
      sortBy: ({ name }) => name,
      renderCell: ({ name }) =>
        name === null ? <span className="text-faint">{migrationsText.noName}</span> : <span className="block truncate">{name}</span>,
    },
    {
      label: migrationsText.statements,
      className: 'w-28 max-lg:hidden',
      isNumber: true,
      sortBy: ({ statements }) => statements?.length ?? null,
      renderCell: ({ statements }) => statements?.length.toLocaleString('en') ?? <span className="text-faint">{migrationsText.notStored}</span>,
    },
    {
      label: migrationsText.by,
      className: 'w-56 max-lg:hidden',
      sortBy: ({ created_by: who }) => who,
      renderCell: ({ created_by: who }) => <span className="block truncate text-soft">{who ?? '–'}</span>,
    },
    {
      label: migrationsText.when,
      className: 'w-36',
      sortBy: (migration) => momentOf(migration),
      renderCell: (migration) => {
        const when = momentOf(migration)
        return when === null ? <span className="text-faint">–</span> : <RelativeTime value={when} className="text-soft" />
      },
    },
  ]
}
