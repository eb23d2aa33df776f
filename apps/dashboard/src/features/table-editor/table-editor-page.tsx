import type { EntityType } from '@colonnade/pg-meta'
import { ConfirmDialog, IconButton, Sheet } from '@colonnade/ui'
import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { PanelLeft } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { useMayWrite } from '../../scope/permissions.ts'
import { profileQuery } from '../../scope/queries.ts'
import { EntityBrowser } from './entities/entity-browser.tsx'
import type { EntityLinkProps } from './entities/entity-list.tsx'
import { entitiesKey } from './entities/entity-queries.ts'
import { keepEntityView, readEntityView, type EntityView } from './entities/entity-view.ts'
import { TablePane } from './grid/table-pane.tsx'
import { useToastsAbove } from './use-toasts-above.ts'
import { nothing, openOf, openParam, type Open } from './open/open.ts'
import { OpenContext, type OpenState } from './open/open-context.ts'
import { Panels } from './open/panels.tsx'
import { Missing, NothingChosen, Opening } from './page-states.tsx'
import { entityQuery } from './queries.ts'
import { useAreRowsComing, useOpenAhead } from './rows/use-open-ahead.ts'
import { entityRefOf, type EditorSearch, type EntityRef } from './search.ts'
import { Transfers } from './transfer/transfers.tsx'
import { discardStaged, keepStagedOf } from './staging/staging-store.ts'
import { useDirtyTables } from './staging/use-staging.ts'
import { useShownPane } from './use-shown-pane.ts'
import { tabId, tabPanelId, TabStrip } from './tabs/tab-strip.tsx'
import { useTabs } from './tabs/use-tabs.ts'
import { isSystemSchema } from '../../scope/schemas/schemas.ts'
import { defaultSchema } from '../../scope/schemas/default-schema.ts'
import { tableEditorPageText } from './messages.ts'

export interface TableEditorPageProps {
  readonly projectRef: string
  readonly projectName: string
  readonly search: EditorSearch
  readonly onSearch: (search: EditorSearch, how?: SearchChange) => void
  readonly onWriteSql: (text: string) => void
  readonly renderLink: (search: EditorSearch, props: EntityLinkProps) => ReactNode
}

export interface SearchChange {
  /** In place of the present entry of the browser's history. */
  readonly isReplaced?: boolean
  /** What was open has been saved: nobody is asked whether it may be thrown away. */
  readonly isSaved?: boolean
}

/** Relations at the left, the rows of one of them at the right. */
export function TableEditorPage({ projectRef, projectName, search, onSearch, onWriteSql, renderLink }: TableEditorPageProps) {
  const isNarrow = useIsNarrow()
  const queryClient = useQueryClient()
  const person = useSuspenseQuery(profileQuery).data.id
  // before anything of the page looks at what is staged
  useState(() => keepStagedOf(person))
  const [view, setView] = useState<EntityView>(() => readEntityView(person, projectRef))
  const [isListOpen, setIsListOpen] = useState(false)
  const entityRef = entityRefOf(search)
  const {
    data: entity = null,
    isFetched,
    error,
    refetch,
  } = useQuery({ ...entityQuery(projectRef, entityRef ?? noEntity), enabled: entityRef !== null })
  const shown = entityRef === null ? null : entity
  const ahead = useOpenAhead(projectRef)
  const isPending = entityRef !== null && error === null && !isFetched
  // with its rows it is drawn once
  const areRowsComing = useAreRowsComing(projectRef, shown?.id)
  const pane = useShownPane(shown, search, isPending || areRowsComing ? JSON.stringify(entityRef) : null)
  const schema = search.schema ?? shown?.schema ?? defaultSchema
  const layout = useDefaultLayout({ id: 'table-editor', panelIds: ['tables', 'rows'], storage: localStorage })
  useTitle(shown?.name ?? tableEditorPageText.tableEditor, projectName)
  useToastsAbove()
  const unsaved = useDirtyTables(projectRef)
  // edits that are staged are a form that is open
  const isWriter = useMayWrite(projectRef, search.open !== undefined || (shown !== null && unsaved.has(shown.id)))
  const tabs = useTabs({ person, projectRef, shown, search, dirty: unsaved, onSearch })
  const [closing, setClosing] = useState<number | null>(null)
  const close = (id: number) => (unsaved.has(id) ? setClosing(id) : tabs.close(id))
  // a dialog closes when its work is done, and that may have led to another table by then
  const latest = useRef(search)
  useLayoutEffect(() => {
    latest.current = search
  })
  const openState = useMemo(
    (): OpenState => ({
      open: openOf(search.open),
      onOpen: (open) => onSearch({ ...latest.current, open: openParam(open) }, { isReplaced: open.kind === 'none' }),
      onDone: () => onSearch({ ...latest.current, open: openParam(nothing) }, { isReplaced: true, isSaved: true }),
    }),
    [search.open, onSearch],
  )
  const refresh = () => {
    void refetch()
    void queryClient.invalidateQueries({ queryKey: entitiesKey(projectRef) })
  }
  const panels = (
    <>
      {isWriter && (
        <Panels
          projectRef={projectRef}
          schema={schema}
          entity={shown}
          onDoneAt={(next) => onSearch(next, { isReplaced: true, isSaved: true })}
          onDropped={(id) => {
            discardStaged(projectRef, id)
            const next = tabs.forget(id)
            refresh()
            if (shown?.id === id) onSearch(next, { isReplaced: true, isSaved: true })
            else openState.onDone()
          }}
          onRefresh={refresh}
          onWriteSql={onWriteSql}
        />
      )}
      <Transfers projectRef={projectRef} entity={shown} isWriter={isWriter} onRefresh={refresh} />
    </>
  )
  const openFor = (open: Open, select?: EntityType) => {
    setIsListOpen(false)
    if (select === undefined) openState.onOpen(open)
    else onSearch({ ...tabs.placeOf(select.id), schema, table: String(select.id), open: openParam(open) })
  }
  const create = isWriter && !isSystemSchema(schema) ? () => openFor({ kind: 'panel', panel: { kind: 'table-new' } }) : undefined
  const browser = (
    <EntityBrowser
      projectRef={projectRef}
      schema={schema}
      selectedId={shown?.id ?? null}
      isWriter={isWriter}
      view={view}
      onView={(next) => {
        setView(next)
        keepEntityView(person, projectRef, next)
      }}
      onSchema={(next) => onSearch({ schema: next })}
      onSelect={({ id }) => {
        setIsListOpen(false)
        onSearch({ ...tabs.placeOf(id), schema, table: String(id) })
      }}
      onKeep={tabs.open}
      onOpen={openFor}
      onWriteSql={onWriteSql}
      renderLink={({ id }: EntityType, props) =>
        renderLink(
          { ...tabs.placeOf(id), schema, table: String(id) },
          {
            ...props,
            onPointerEnter: () => ahead.onNear(id),
            onPointerDown: ({ button, ctrlKey, metaKey, shiftKey }) => {
              if (button === 0 && !ctrlKey && !metaKey && !shiftKey && id !== shown?.id) ahead.onPress(id, tabs.placeOf(id))
            },
            onClick: () => setIsListOpen(false),
          },
        )
      }
    />
  )
  const leading = isNarrow ? (
    <IconButton label={tableEditorPageText.tables} onClick={() => setIsListOpen(true)}>
      <PanelLeft aria-hidden />
    </IconButton>
  ) : null
  const lostTab = tabs.tabs.find(({ id }) => id === tabs.activeId)
  const rows = (
    <>
      {entityRef === null && (
        <NothingChosen projectRef={projectRef} schema={schema} leading={leading} list={isNarrow ? browser : null} onCreate={create} />
      )}
      {entityRef !== null && error !== null && (
        <div className="p-4">
          {leading}
          <ErrorNotice error={error} onRetry={() => void refetch()} />
        </div>
      )}
      {isPending && !pane.isKept && <Opening />}
      {entityRef !== null && isFetched && error === null && shown === null && (
        <Missing leading={leading} name={lostTab?.name ?? null} onBack={() => (lostTab ? close(lostTab.id) : onSearch({ schema }))} />
      )}
      {pane.entity !== null && (
        <TablePane
          key={pane.entity.id}
          projectRef={projectRef}
          entity={pane.entity}
          isWriter={isWriter && !isSystemSchema(pane.entity.schema)}
          search={pane.search}
          from={pane.search.from ?? 0}
          leading={leading}
          onSearch={(change) => !pane.isKept && onSearch({ ...pane.search, ...change })}
          onFollow={onSearch}
          onRefresh={refresh}
          onWriteSql={onWriteSql}
        />
      )}
    </>
  )
  const main = (
    <>
      {tabs.tabs.length > 0 && (
        <TabStrip
          tabs={tabs.tabs}
          activeId={tabs.activeId}
          dirty={unsaved}
          gone={tabs.gone}
          onSelect={tabs.select}
          onKeep={tabs.keep}
          onClose={close}
          onMove={tabs.move}
        />
      )}
      {/* one element with and without a tab, or the rows in it would be drawn again */}
      <div
        {...(tabs.activeId !== null && { role: 'tabpanel', id: tabPanelId, 'aria-labelledby': tabId(tabs.activeId) })}
        className="flex min-h-0 min-w-0 flex-1 flex-col"
      >
        {rows}
      </div>
    </>
  )
  const page = isNarrow ? (
    <main className="flex min-h-0 flex-1 flex-col">
      {main}
      <Sheet isOpen={isListOpen} onOpenChange={setIsListOpen} title={tableEditorPageText.tables} side="left">
        {browser}
      </Sheet>
    </main>
  ) : (
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
          <nav aria-label={tableEditorPageText.tables} className="flex min-h-0 flex-1 flex-col">
            {browser}
          </nav>
        </Panel>
        <Separator
          aria-label={tableEditorPageText.listWidth}
          className="w-px bg-line hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 data-[separator=active]:bg-accent"
        />
        <Panel id="rows" minSize={320} className="flex min-w-0 flex-col">
          {main}
        </Panel>
      </Group>
    </main>
  )
  return (
    <OpenContext value={openState}>
      {page}
      {panels}
      <ConfirmDialog
        isOpen={closing !== null}
        onOpenChange={(isOpen) => !isOpen && setClosing(null)}
        title={tableEditorPageText.discardTitle}
        description={tableEditorPageText.discardBody(tabs.tabs.find(({ id }) => id === closing)?.name)}
        confirmLabel={tableEditorPageText.discardAndClose}
        isDanger
        onConfirm={async () => {
          if (closing === null) return
          discardStaged(projectRef, closing)
          tabs.close(closing)
        }}
      />
    </OpenContext>
  )
}

const noEntity: EntityRef = { id: 0 }
