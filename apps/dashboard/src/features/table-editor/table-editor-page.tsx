import type { EntityType } from '@colonnade/pg-meta'
import { Button, EmptyState, IconButton, Sheet, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { PanelLeft, Table2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { EntityBrowser } from './entities/entity-browser.tsx'
import { TablePane } from './grid/table-pane.tsx'
import { entitiesQuery, entityQuery } from './queries.ts'
import { defaultSchema, entityRefOf, type EditorSearch, type EntityRef } from './search.ts'
import { tableTemplate } from './table-template.ts'
import { useIsNarrow } from './use-is-narrow.ts'

export interface TableEditorPageProps {
  readonly projectRef: string
  readonly projectName: string
  readonly search: EditorSearch
  readonly onSearch: (search: EditorSearch) => void
  readonly onWriteSql: (text: string) => void
  readonly renderLink: (search: EditorSearch, className: string, children: ReactNode, onClick: () => void) => ReactNode
}

/** Relations at the left, the rows of one of them at the right. */
export function TableEditorPage({ projectRef, projectName, search, onSearch, onWriteSql, renderLink }: TableEditorPageProps) {
  const isWriter = useIsAllowed(projectRef)('database:write')
  const isNarrow = useIsNarrow()
  const queryClient = useQueryClient()
  const [isListOpen, setIsListOpen] = useState(false)
  const entityRef = entityRefOf(search)
  const {
    data: entity = null,
    isFetched,
    error,
    refetch,
  } = useQuery({ ...entityQuery(projectRef, entityRef ?? noEntity), enabled: entityRef !== null })
  const shown = entityRef === null ? null : entity
  const schema = search.schema ?? shown?.schema ?? defaultSchema
  const layout = useDefaultLayout({ id: 'table-editor', panelIds: ['tables', 'rows'], storage: localStorage })
  useTitle(shown?.name ?? 'Table editor', projectName)
  const create = () => onWriteSql(tableTemplate(schema))
  const browser = (
    <EntityBrowser
      projectRef={projectRef}
      schema={schema}
      selectedId={shown?.id ?? null}
      isWriter={isWriter}
      onSchema={(next) => onSearch({ schema: next })}
      onCreate={create}
      renderLink={({ id }: EntityType, className, children) =>
        renderLink({ schema, table: String(id) }, className, children, () => setIsListOpen(false))
      }
    />
  )
  const leading = isNarrow ? (
    <IconButton label="Tables" onClick={() => setIsListOpen(true)}>
      <PanelLeft aria-hidden />
    </IconButton>
  ) : null
  const main = (
    <>
      {entityRef === null && <NothingChosen projectRef={projectRef} schema={schema} isWriter={isWriter} leading={leading} onCreate={create} />}
      {entityRef !== null && error !== null && (
        <div className="p-4">
          {leading}
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {entityRef !== null && error === null && !isFetched && <Opening />}
      {entityRef !== null && isFetched && error === null && shown === null && <Missing leading={leading} onBack={() => onSearch({ schema })} />}
      {shown !== null && (
        <TablePane
          key={shown.id}
          projectRef={projectRef}
          entity={shown}
          isWriter={isWriter}
          sort={search.sort}
          from={search.from ?? 0}
          leading={leading}
          onSearch={(change) => onSearch({ ...search, ...change })}
          onOpenTable={(id) => onSearch({ table: String(id) })}
          onRefresh={() => {
            void refetch()
            void queryClient.invalidateQueries({ queryKey: ['projects', projectRef, 'entities'] })
          }}
          onWriteSql={onWriteSql}
        />
      )}
    </>
  )
  if (isNarrow) {
    return (
      <main className="flex min-h-0 flex-1 flex-col">
        {main}
        <Sheet isOpen={isListOpen} onOpenChange={setIsListOpen} title="Tables" side="left">
          {browser}
        </Sheet>
      </main>
    )
  }
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <Group className="min-h-0 flex-1" defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
        <Panel
          id="tables"
          defaultSize={240}
          minSize={160}
          maxSize={480}
          groupResizeBehavior="preserve-pixel-size"
          className="flex flex-col bg-surface"
        >
          <nav aria-label="Tables" className="flex min-h-0 flex-1 flex-col">
            {browser}
          </nav>
        </Panel>
        <Separator
          aria-label="Width of the list of tables"
          className="w-px bg-line outline-none hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent"
        />
        <Panel id="rows" minSize={320} className="flex min-w-0 flex-col">
          {main}
        </Panel>
      </Group>
    </main>
  )
}

const noEntity: EntityRef = { id: 0 }

interface NothingChosenProps {
  readonly projectRef: string
  readonly schema: string
  readonly isWriter: boolean
  readonly leading: ReactNode
  readonly onCreate: () => void
}

function NothingChosen({ projectRef, schema, isWriter, leading, onCreate }: NothingChosenProps) {
  const { data } = useInfiniteQuery(entitiesQuery(projectRef, schema, ''))
  const isEmpty = data?.pages[0]?.count === 0
  return (
    <div className="flex min-h-0 flex-1 flex-col p-6">
      {leading}
      <h1 className="sr-only">Table editor</h1>
      <div className="flex flex-1 items-center justify-center">
        {isEmpty ? (
          <EmptyState
            icon={<Table2 aria-hidden />}
            title={`${schema} has no tables yet`}
            className="w-full max-w-lg"
            action={
              isWriter ? (
                <Button variant="primary" onClick={onCreate}>
                  Write a table in SQL
                </Button>
              ) : undefined
            }
          >
            {isWriter ? 'The SQL editor opens with a table to start from: change it and run it.' : 'Tables appear here when somebody creates one.'}
          </EmptyState>
        ) : (
          <EmptyState icon={<Table2 aria-hidden />} title="Choose a table" className="w-full max-w-lg">
            Its rows open here. Enter edits a cell, Shift+Space selects a row, a right click shows what else can be done.
          </EmptyState>
        )}
      </div>
    </div>
  )
}

function Missing({ leading, onBack }: { readonly leading: ReactNode; readonly onBack: () => void }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col p-6">
      {leading}
      <div className="flex flex-1 items-center justify-center">
        <EmptyState
          icon={<Table2 aria-hidden />}
          title="This table does not exist"
          className="w-full max-w-lg"
          action={<Button onClick={onBack}>Show all tables</Button>}
        >
          It may have been dropped, or the database role may not see it.
        </EmptyState>
      </div>
    </div>
  )
}

function Opening() {
  return (
    <output aria-label="Opening the table" className="flex flex-1 flex-col gap-3 p-3">
      <Skeleton className="h-7 w-56" />
      {Array.from({ length: 12 }, (_, line) => (
        <Skeleton key={line} className="h-4" />
      ))}
    </output>
  )
}
