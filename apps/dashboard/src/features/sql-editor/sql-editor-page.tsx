import { IconButton, Sheet } from '@colonnade/ui'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { History, LayoutTemplate, PanelLeft } from 'lucide-react'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { useTitle } from '../../lib/use-title.ts'
import { profileQuery } from '../../scope/queries.ts'
import { DocumentPane } from './documents/document-pane.tsx'
import { EditorTabs, panelId, tabElementId } from './tabs/editor-tabs.tsx'
import { whenSnippetSaved } from './documents/saved-news.ts'
import { useCloseGuard } from './run/session/use-close-guard.tsx'
import { useTabs } from './tabs/use-tabs.ts'
import { keep, readKept } from '../../lib/kept.ts'
import type { CodeEditorHandle } from './code/code-editor.tsx'
import { loaded } from '../../lib/late/loaded.ts'
import { sqlEditorPageText } from './messages.ts'
import type { SqlRunner } from './workbench/sql-workbench.tsx'
import { Library } from './snippets/library.tsx'
import { copyName, useSnippetActions } from './snippets/snippet-actions.ts'
import type { SnippetDialog } from './snippets/snippet-dialogs.tsx'
import { noteSnippet } from './snippets/snippet-queries.ts'

const RecentRuns = lazy(loaded(() => import('./history/recent-runs.tsx'), 'RecentRuns'))
const TemplatesDialog = lazy(loaded(() => import('./templates/templates-dialog.tsx'), 'TemplatesDialog'))

export interface SqlEditorPageProps {
  readonly projectRef: string
  readonly projectName: string
  /** The snippet that the address names; null for a new text. */
  readonly documentId: string | null
  readonly onShow: (id: string | null, how?: { readonly isReplaced: boolean }) => void
  /** A text that another page asks to write; it is kept apart from what is there. */
  readonly addition: string | undefined
}

/** The library at the left; open texts, and the one that is looked at, at the right. */
export function SqlEditorPage({ projectRef, projectName, documentId, onShow, addition }: SqlEditorPageProps) {
  const person = useSuspenseQuery(profileQuery).data.id
  const isNarrow = useIsNarrow()
  const tabs = useTabs({ person, projectRef, documentId, onShow })
  const closing = useCloseGuard(projectRef, tabs.close)
  const layout = useDefaultLayout({ id: 'sql-editor-page', panelIds: ['library', 'text'], storage: localStorage })
  const [isSheetOpen, setIsSheetOpen] = useState(false)
  const [dialog, setDialog] = useState<SnippetDialog | null>(null)
  const [over, setOver] = useState<'runs' | 'templates' | null>(null)
  const libraryButton = useRef<HTMLButtonElement>(null)
  const editor = useRef<CodeEditorHandle>(null)
  const runner = useRef<SqlRunner>(null)
  const [isRunDue, setIsRunDue] = useState(false)
  const runAgain = (text: string) => {
    const from = tabs.active.text.indexOf(text)
    if (from < 0) return void tabs.beginWith(text).then(() => setIsRunDue(true))
    editor.current?.select({ from, to: from + text.length })
    setIsRunDue(true)
  }
  const [isLibraryShown, setIsLibraryShown] = useState(() => readKept(libraryKey) !== 'hidden')
  const client = useQueryClient()
  useEffect(() => whenSnippetSaved((ref, snippet) => noteSnippet(client, ref, snippet)), [client])
  const actions = useSnippetActions({ person, projectRef, onShow: tabs.select, onForget: tabs.forget })
  useTitle(tabs.tabs.find(({ id }) => id === tabs.activeId)?.name || sqlEditorPageText.sqlEditor, projectName)

  const take = useEffectEvent((text: string) => void tabs.beginWith(text, { isReplaced: true }))
  useEffect(() => {
    if (addition !== undefined) take(addition)
  }, [addition])
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!event.metaKey && !event.ctrlKey) return
    if (event.code === 'KeyS' && !event.altKey && !event.shiftKey) tabs.active.touch()
    else if (event.code === 'KeyT' && event.altKey) tabs.begin()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  const toggleLibrary = () => {
    if (isNarrow) return setIsSheetOpen(true)
    keep(libraryKey, isLibraryShown ? 'hidden' : 'shown')
    setIsLibraryShown(!isLibraryShown)
  }
  const library = (
    <Library
      person={person}
      projectRef={projectRef}
      activeId={tabs.activeId}
      actions={actions}
      dialog={dialog}
      onDialog={setDialog}
      onOpen={(id) => {
        setIsSheetOpen(false)
        tabs.select(id)
      }}
      onNew={() => {
        setIsSheetOpen(false)
        tabs.begin()
      }}
    />
  )
  const texts = (
    <>
      <div className="flex h-8 shrink-0 items-center gap-0.5 border-b bg-sunken pr-1 *:border-b-0">
        <IconButton
          ref={libraryButton}
          label={sqlEditorPageText.snippets}
          aria-expanded={isNarrow ? isSheetOpen : isLibraryShown}
          className="mx-0.5"
          onClick={toggleLibrary}
        >
          <PanelLeft aria-hidden />
        </IconButton>
        <EditorTabs
          person={person}
          projectRef={projectRef}
          tabs={tabs.tabs}
          activeId={tabs.activeId}
          onSelect={tabs.select}
          onClose={closing.close}
          onMove={tabs.move}
          onNew={tabs.begin}
        />
        <IconButton label={sqlEditorPageText.templates} onClick={() => setOver('templates')}>
          <LayoutTemplate aria-hidden />
        </IconButton>
        <IconButton label={sqlEditorPageText.recentRuns} onClick={() => setOver('runs')}>
          <History aria-hidden />
        </IconButton>
      </div>
      <div role="tabpanel" id={panelId} aria-labelledby={tabElementId(tabs.activeId)} className="flex min-h-0 min-w-0 flex-1 flex-col">
        <DocumentPane
          key={tabs.activeId}
          store={tabs.active}
          isNew={tabs.isNew}
          editor={editor}
          runner={runner}
          isRunDue={isRunDue}
          onRunBegun={() => setIsRunDue(false)}
          onClose={() => closing.close(tabs.activeId)}
          onNew={tabs.begin}
          onCopy={(text, name) => void actions.create(text, copyName(name))}
        />
      </div>
    </>
  )
  const overlays = (
    <>
      <Suspense>
        {over === 'runs' && (
          <RecentRuns
            person={person}
            projectRef={projectRef}
            onClose={() => setOver(null)}
            onRunAgain={runAgain}
            onInsert={(text) => editor.current?.append(text)}
          />
        )}
        {over === 'templates' && (
          <TemplatesDialog
            projectRef={projectRef}
            onClose={() => setOver(null)}
            onUse={({ sql, title }) => {
              setOver(null)
              void tabs.beginWith(sql, { name: title }).then(() => editor.current?.focus())
            }}
          />
        )}
      </Suspense>
      {closing.dialog}
    </>
  )
  // the text stays in its place however wide the window is: what is arranged in it is not lost, nor is what the library asks
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <Group className="min-h-0 flex-1" defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
        {(isLibraryShown || dialog !== null) && !isNarrow && (
          <>
            <Panel
              id="library"
              defaultSize={240}
              minSize={160}
              maxSize={480}
              groupResizeBehavior="preserve-pixel-size"
              className="flex flex-col bg-surface"
            >
              <nav aria-label={sqlEditorPageText.snippets} className="flex min-h-0 flex-1 flex-col">
                {library}
              </nav>
            </Panel>
            <Separator
              aria-label={sqlEditorPageText.listWidth}
              className="w-px bg-line hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 data-[separator=active]:bg-accent"
            />
          </>
        )}
        <Panel id="text" minSize={isNarrow ? 0 : 320} className="flex min-w-0 flex-col">
          {texts}
        </Panel>
      </Group>
      {isNarrow && (
        <Sheet
          isOpen={isSheetOpen || dialog !== null}
          onOpenChange={setIsSheetOpen}
          title={sqlEditorPageText.snippets}
          side="left"
          // the previously focused element may have been removed as the window became narrow
          finalFocus={libraryButton}
        >
          {library}
        </Sheet>
      )}
      {overlays}
    </main>
  )
}

const libraryKey = 'sql-editor:library'
