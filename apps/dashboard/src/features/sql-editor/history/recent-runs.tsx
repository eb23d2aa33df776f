import { Button, cn, ConfirmDialog, EmptyState, SearchInput, Sheet, relativeTimeText } from '@colonnade/ui'
import { ArrowLeft, CornerDownLeft, History, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { modifierKey } from '../../../lib/modifier-key.ts'
import type { KeptRun } from '../documents/local/browser-database.ts'
import { ResultsPane } from '../results/results-pane.tsx'
import type { SqlRunState } from '../run/run-state.ts'
import { commandText, durationText } from '../wording.ts'
import { forgetRuns, listRuns, onRunKept, readRun } from './kept-runs.ts'
import { recentRunsText } from './messages.ts'

/** Runs that are shown; of more, the search finds the others. */
const maxShown = 200

export interface RecentRunsProps {
  readonly person: string
  readonly projectRef: string
  readonly onClose: () => void
  readonly onRunAgain: (text: string) => void
  readonly onInsert: (text: string) => void
}

type Looking = { readonly run: KeptRun; readonly state: SqlRunState } | null

/** What was run in the last day from this browser: found, opened with its result, run again. */
export function RecentRuns({ person, projectRef, onClose, onRunAgain, onInsert }: RecentRunsProps) {
  const [runs, setRuns] = useState<{ readonly list: readonly KeptRun[]; readonly at: number } | null>(null)
  const [search, setSearch] = useState('')
  const [looking, setLooking] = useState<Looking>(null)
  const [isForgetting, setIsForgetting] = useState(false)
  useEffect(() => {
    let isHere = true
    const load = () =>
      void listRuns({ person, ref: projectRef })
        .catch(() => [])
        .then((list) => isHere && setRuns({ list, at: Date.now() }))
    load()
    const end = onRunKept(load)
    return () => {
      isHere = false
      end()
    }
  }, [person, projectRef])
  const wanted = search.trim().toLowerCase()
  const found = (runs?.list ?? []).filter(({ text, error }) => `${text} ${error?.message ?? ''}`.toLowerCase().includes(wanted))
  const again = (run: KeptRun) => {
    onClose()
    onRunAgain(run.text)
  }
  const insert = (run: KeptRun) => {
    onClose()
    onInsert(run.text)
  }
  return (
    <Sheet isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={recentRunsText.recentRuns} className="w-[44rem]">
      {looking === null ? (
        <>
          <div className="flex gap-2 border-b p-3">
            <SearchInput
              label={recentRunsText.searchRuns}
              placeholder={recentRunsText.searchPlaceholder}
              className="min-w-0 flex-1"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            <Button size="md" disabled={(runs?.list.length ?? 0) === 0} onClick={() => setIsForgetting(true)}>
              {recentRunsText.clearAll}
            </Button>
          </div>
          {runs !== null && found.length === 0 && (
            <EmptyState icon={<History aria-hidden />} title={wanted === '' ? recentRunsText.emptyTitle : recentRunsText.noMatch} className="m-4">
              {recentRunsText.emptyBody}
            </EmptyState>
          )}
          <ul aria-label={recentRunsText.runs} className="flex flex-col p-2">
            {found.slice(0, maxShown).map((run) => (
              <li key={run.id} className="group flex items-center gap-1 rounded-md hover:bg-hover">
                <button
                  type="button"
                  className="flex min-w-0 flex-1 flex-col gap-0.5 rounded-md px-2 py-1.5 text-left"
                  onClick={() => void readRun(run).then((state) => setLooking({ run, state }))}
                >
                  <span className="w-full truncate font-mono text-xs">{lineOf(run.text)}</span>
                  <span className={cn('w-full truncate text-xs', run.error === null ? 'text-faint' : 'text-danger')}>
                    <time dateTime={new Date(run.at).toISOString()} title={new Date(run.at).toLocaleString()}>
                      {relativeTimeText(run.at, runs?.at ?? run.at)}
                    </time>
                    {` · ${durationText(run.tookMs)} · ${outcomeOf(run)}`}
                  </span>
                </button>
                <Button size="sm" variant="ghost" onClick={() => insert(run)}>
                  {recentRunsText.insert}
                </Button>
                <Button size="sm" variant="ghost" onClick={() => again(run)}>
                  {recentRunsText.runAgain}
                </Button>
              </li>
            ))}
          </ul>
          {found.length > maxShown && <p className="px-4 pb-3 text-xs text-faint">{recentRunsText.onlyLast(maxShown)}</p>}
        </>
      ) : (
        <div className="flex min-h-0 flex-1 flex-col">
          <div className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
            <Button size="sm" variant="ghost" onClick={() => setLooking(null)}>
              <ArrowLeft aria-hidden />
              {recentRunsText.allRuns}
            </Button>
            <span className="ml-auto text-xs text-faint">{new Date(looking.run.at).toLocaleString()}</span>
            <Button size="sm" onClick={() => insert(looking.run)}>
              <CornerDownLeft aria-hidden />
              {recentRunsText.insert}
            </Button>
            <Button size="sm" onClick={() => again(looking.run)}>
              <Play aria-hidden />
              {recentRunsText.runAgain}
            </Button>
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
          <pre tabIndex={0} className="max-h-40 shrink-0 overflow-auto border-b bg-sunken p-3 font-mono text-xs whitespace-pre-wrap">
            {looking.run.text.slice(0, 20_000)}
          </pre>
          <div className="flex min-h-0 flex-1 flex-col">
            <ResultsPane
              projectRef={projectRef}
              run={looking.state}
              place={null}
              modifier={modifierKey}
              onGoTo={() => insert(looking.run)}
              onRunAgain={() => again(looking.run)}
              chart={null}
              onChart={undefined}
            />
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={isForgetting}
        onOpenChange={setIsForgetting}
        title={recentRunsText.clearTitle}
        description={recentRunsText.clearBody}
        confirmLabel={recentRunsText.clear}
        isDanger
        onConfirm={() => forgetRuns({ person, ref: projectRef })}
      />
    </Sheet>
  )
}

/** The beginning of a text on one line, without the comments before it. */
function lineOf(text: string): string {
  const head = text.slice(0, 2_000)
  const statement = head.replace(/^(\s*(--[^\n]*(\n|$)|\/\*[\s\S]*?\*\/))+/, '')
  return (statement.trim() === '' ? head : statement).replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

function outcomeOf({ error, rows, command, isRolledBack }: KeptRun): string {
  if (error !== null) return error.message
  return commandText({ command: command || 'done', rowCount: rows, ...(isRolledBack && { isRolledBack }) })
}
