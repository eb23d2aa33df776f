import { Button, Skeleton } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { expectColumn } from '../columns/added-column.ts'
import type { PanelProps } from '../open/panels.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { refreshStanding } from '../../../scope/standing/standing.ts'
import type { EditorSearch } from '../search.ts'
import { TableFormContext } from './form-context.ts'
import { formText, formPanelText } from './messages.ts'
import { changesOf, strategyOf, withPatience, type FormStatement } from './statements/changes.ts'
import { creationOf, usualDuplicate, type DuplicateChoice } from './statements/creation.ts'
import { enumCreations } from './statements/new-enums.ts'
import { isLarge, lockWarnings } from './model/locks.ts'
import { problemsOf } from './model/problems.ts'
import { hasPlace } from './model/shown-error.ts'
import type { TableDraft } from './model/table-draft.ts'
import { loadedTableQuery, surroundingsQuery, type LoadedTable, type Surroundings } from './queries.ts'
import { LockNotes } from './review/lock-notes.tsx'
import { SqlReview } from '../../../lib/panels/sql-review.tsx'
import { useSave } from './use-save.ts'

export interface FormPanelProps {
  readonly panel: Omit<PanelProps<unknown>, 'of'>
  readonly title: string
  /** The table that is changed or copied; null for a new one. */
  readonly tableId: number | null
  /** Makes another table from that one. */
  readonly isCopy?: boolean
  /** What the form begins with; null when what it is about is gone. */
  readonly start: (loaded: LoadedTable | null) => TableDraft | null
  /** The only column that is shown. */
  readonly columnOf?: (draft: TableDraft) => string | null
  readonly submitLabel: string
  readonly renderBody: (draft: TableDraft, copy: CopyChoice) => ReactNode
  /** Where one goes when it is saved; where one was when left out. */
  readonly after?: (draft: TableDraft, id: number) => EditorSearch
}

export interface CopyChoice {
  readonly choice: DuplicateChoice
  readonly onChoose: (choice: DuplicateChoice) => void
  readonly loaded: LoadedTable | null
}

/** A panel in which a table is drafted, reviewed as SQL, and saved in one transaction. */
export function FormPanel(props: FormPanelProps) {
  const { panel, title, tableId, isCopy = false } = props
  const [round, setRound] = useState(0)
  const surroundings = useQuery(surroundingsQuery(panel.projectRef))
  const realtime = surroundings.data?.realtime ?? null
  const table = useQuery({
    ...loadedTableQuery(panel.projectRef, tableId ?? 0, realtime, isCopy),
    enabled: tableId !== null && surroundings.isSuccess,
  })
  const error = surroundings.error ?? table.error
  const isReady = surroundings.data !== undefined && (tableId === null || (table.data !== undefined && !table.isFetching))
  const [held, setHeld] = useState<{ readonly round: number; readonly surroundings: Surroundings; readonly loaded: LoadedTable | null } | null>(null)
  // what the form began with stays, whatever is fetched again beneath it
  if (isReady && held?.round !== round) setHeld({ round, surroundings: surroundings.data, loaded: table.data ?? null })
  const reload = () => {
    void Promise.all([surroundings.refetch(), table.refetch()]).then(() => setRound((now) => now + 1))
  }
  if (held === null || error !== null) {
    return (
      <SidePanel title={title} size="wide" onClose={panel.onClose} footer={<Button onClick={panel.onClose}>{formPanelText.close}</Button>}>
        <div className="flex flex-col gap-3 p-4">
          {error === null ? (
            ['w-40', 'w-full', 'w-full', 'w-2/3'].map((width, line) => <Skeleton key={`${width} ${line}`} className={`h-8 ${width}`} />)
          ) : (
            <ErrorNotice error={error} onRetry={reload} />
          )}
        </div>
      </SidePanel>
    )
  }
  return <Editor key={held.round} {...props} surroundings={held.surroundings} loaded={held.loaded} onReload={reload} />
}

interface EditorProps extends FormPanelProps {
  readonly surroundings: Surroundings
  readonly loaded: LoadedTable | null
  readonly onReload: () => void
}

const nowhere = { rows: 0, bytes: 0 }

function Editor({
  panel,
  title,
  tableId,
  isCopy = false,
  start,
  columnOf,
  submitLabel,
  renderBody,
  after,
  surroundings,
  loaded,
  onReload,
}: EditorProps) {
  const [first] = useState(() => start(loaded))
  const [draft, setDraft] = useState(first)
  const [isTried, setIsTried] = useState(false)
  const [choice, setChoice] = useState(usualDuplicate)
  const form = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const mayWrite = useIsAllowed(panel.projectRef)('database:write')
  const base = isCopy ? null : (loaded?.base ?? null)
  const save = useSave(panel.projectRef, base, surroundings.realtime)
  const { forget } = save
  const edit = useCallback(
    (change: (now: TableDraft) => TableDraft) => {
      forget()
      setDraft((now) => (now === null ? now : change(now)))
    },
    // its identity is that of the state's setter
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  const choose = (next: DuplicateChoice) => {
    forget()
    setChoice(next)
  }
  const size = loaded?.size ?? nowhere
  // of a table with many columns this takes a moment, for which typing does not wait
  const settled = useDeferredValue(draft)
  const source = isCopy ? loaded : null
  const written = useMemo(() => write(settled, base, source, choice), [settled, base, source, choice])
  const column = draft === null ? null : (columnOf?.(draft) ?? null)
  const { all, wrong } = useMemo(() => (settled === null ? { all: {}, wrong: {} } : problemsOf(settled, strategyFor(settled, base))), [settled, base])
  const isChanged = useMemo(() => settled !== first && JSON.stringify(first) !== JSON.stringify(settled), [first, settled])
  // Esc may come before what was typed has settled
  const isDirty = isChanged || (draft !== settled && draft !== first)
  const locks = useMemo(
    () => (settled === null ? [] : lockWarnings(base, settled, size, surroundings.versionNumber)),
    [settled, base, size, surroundings],
  )
  const refused = save.state.kind === 'refused' ? save.state.error : null
  const isPlaced = refused !== null && refused.path !== null && draft !== null && hasPlace(refused.path, draft, base, column)
  const shown = isTried ? all : wrong
  const errors = useMemo(
    () =>
      isPlaced && refused?.path
        ? { ...shown, [refused.path]: refused.detail === null ? refused.title : `${refused.title.replace(/\.$/, '')}. ${refused.detail}` }
        : shown,
    [shown, refused, isPlaced],
  )
  const context = useMemo(
    () => (draft === null ? null : { projectRef: panel.projectRef, draft, base, surroundings, errors, isLarge: isLarge(size), edit }),
    [panel.projectRef, draft, base, surroundings, errors, size, edit],
  )
  if (draft === null || context === null) {
    return (
      <SidePanel title={title} size="wide" onClose={panel.onClose} footer={<Button onClick={panel.onClose}>{formPanelText.close}</Button>}>
        <p className="p-4 text-soft">{formText.gone}</p>
      </SidePanel>
    )
  }
  const isSaving = save.state.kind === 'saving'
  const showError = () =>
    requestAnimationFrame(() => {
      const place = form.current?.querySelector<HTMLElement>('[data-invalid]:is(input, textarea, button, [contenteditable]), [role=alert]')
      place?.scrollIntoView({ block: 'center' })
      if (place?.hasAttribute('data-invalid')) place.focus()
    })
  const submit = async (isOnTop: boolean) => {
    if (isSaving) return
    // it may be allowed again by now
    if (!mayWrite) return refreshStanding(client)
    setIsTried(true)
    const { statements } = write(draft, base, source, choice)
    if (statements === null) return showError()
    if (statements.length === 0) return panel.onDone()
    const id = await save.run(statements, draft, isOnTop)
    if (id === undefined) return showError()
    const added = draft.columns.findLast(({ origin }) => origin === null)
    if (base !== null && tableId !== null && added !== undefined) expectColumn(tableId, added.name)
    panel.onRefresh()
    if (after && Number.isSafeInteger(id)) panel.onDoneAt(after(draft, id))
    else panel.onDone()
  }
  const stray = Object.entries(all).find(([path]) => !hasPlace(path, draft, base, column))?.[1]
  const notice = refused !== null && !isPlaced ? refused : isTried && stray !== undefined ? { title: stray, detail: null } : written.failure
  return (
    <SidePanel
      title={title}
      size="wide"
      isDirty={isDirty}
      onClose={panel.onClose}
      onSubmit={() => void submit(false)}
      footer={
        <>
          {!mayWrite && <p className="mr-auto min-w-0 text-xs text-soft">{whoMay('database:write', formPanelText.changeTask)}</p>}
          {isSaving ? <Button onClick={save.cancel}>{formPanelText.stop}</Button> : <Button onClick={panel.onClose}>{formPanelText.cancel}</Button>}
          <Button variant="primary" isPending={isSaving} aria-disabled={!mayWrite || undefined} onClick={() => void submit(false)}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <TableFormContext value={context}>
        <div ref={form} className="flex flex-col pb-4">
          {notice !== null && (
            <div role="alert" className="mx-4 mt-4 rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
              <p className="font-medium break-words">{notice.title}</p>
              {notice.detail !== null && <p className="text-xs break-words whitespace-pre-wrap text-soft">{notice.detail}</p>}
            </div>
          )}
          {save.state.kind === 'changed' && (
            <div role="alert" className="mx-4 mt-4 flex flex-col gap-2 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
              <p className="font-medium">{formText.changed}</p>
              <p className="text-xs text-soft">{formText.changedHow}</p>
              <div className="flex flex-wrap gap-2">
                <Button size="sm" onClick={onReload}>
                  {formPanelText.reloadTable}
                </Button>
                <Button size="sm" variant="ghost" onClick={() => void submit(true)}>
                  {formPanelText.saveOnTop}
                </Button>
              </div>
            </div>
          )}
          {renderBody(draft, { choice, onChoose: choose, loaded })}
          <LockNotes warnings={locks} size={size} />
          <SqlReview
            sql={written.statements === null ? null : written.statements.map(({ sql }) => sql).join('\n\n')}
            count={Math.max(0, (written.statements?.length ?? 0) - 1)}
            isOpenAtFirst={base !== null && columnOf !== undefined}
            onWriteSql={panel.onWriteSql}
          />
        </div>
      </TableFormContext>
    </SidePanel>
  )
}

interface Written {
  readonly statements: readonly FormStatement[] | null
  readonly failure: { readonly title: string; readonly detail: null } | null
}

/** Returns the statements of a draft; null while it is incomplete. Invalid expressions and types show an error while they are typed. */
function write(draft: TableDraft | null, base: LoadedTable['base'] | null, source: LoadedTable | null, choice: DuplicateChoice): Written {
  if (draft === null) return { statements: null, failure: null }
  const { all } = problemsOf(draft, strategyFor(draft, base))
  if (Object.keys(all).length > 0) return { statements: null, failure: null }
  try {
    const statements =
      base === null
        ? creationOf(draft, source === null ? null : { source: source.base.definition, companions: source.companions, ...choice })
        : [...enumCreations(draft), ...changesOf(base, draft)]
    return { statements: withPatience(statements), failure: null }
  } catch (error) {
    return { statements: null, failure: { title: error instanceof Error ? error.message : String(error), detail: null } }
  }
}

function strategyFor(draft: TableDraft, base: LoadedTable['base'] | null) {
  return base === null ? (draft.partitionBy?.strategy ?? 'range') : strategyOf(base.definition)
}
