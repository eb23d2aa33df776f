import { IconButton, Tabs } from '@colonnade/ui'
import { Rows3, SquareStack } from 'lucide-react'
import { useState } from 'react'
import type { ResultSet, SqlRunState } from '../run/run-state.ts'
import { commandText, doneStatementsText, durationText, elapsedText, rowsText, statementsText } from '../wording.ts'
import { Arrangements } from './arrangements.ts'
import { MessageList } from './message-list.tsx'
import { outputViewText } from './messages.ts'
import { OutcomeStrip } from './outcome-strip.tsx'
import { runOutcome } from './outcome.ts'
import { SetStack } from './set-stack.tsx'
import { SetView, type SetViewProps } from './set-view.tsx'
import { statementWords, useRanStatements } from './statement-texts.ts'
import { useKeptFlag } from './use-kept-flag.ts'

export interface OutputViewProps {
  readonly projectRef: string
  readonly run: Exclude<SqlRunState, { kind: 'idle' }>
  /** Which run it is: what is chosen and arranged in the results of one is not taken to the next. */
  readonly number: number
  /** Runs the same text again with a larger limit. */
  readonly onRaiseLimit: (rowLimit: number | null) => void
  readonly chart: SetViewProps['chart']
  readonly onChart: SetViewProps['onChart']
}

/** One of the result sets, as it is named, told and shown. */
export type ShownSet = SetViewProps & { readonly heading: string }

/** What a run has answered so far: its result sets as tabs or below each other, and what was said. */
export function OutputView({ projectRef, run, number, onRaiseLimit, chart, onChart }: OutputViewProps) {
  const { output, part, options } = run
  const { sets, statements, notices } = output
  const [isStacked, setIsStacked] = useKeptFlag('sql-results-stacked')
  const { chosen, setChosen, arrangements } = useChoices(number)
  const ran = useRanStatements(part.text)
  const texts = ran.map(({ text }) => text)
  const isOver = run.kind !== 'running'
  const shownSets = sets.map((set, index): ShownSet => {
    const at = statements.findIndex((statement) => statement.set === index)
    // one that is not done yet is the one after those that are
    const text = texts[at < 0 ? statements.length : at] ?? null
    const label = sets.length === 1 ? 'Result' : outputViewText.result(index + 1)
    return {
      projectRef,
      run: number,
      label,
      heading: text === null ? label : statementWords(text),
      set,
      words: setWords(run, set, at),
      chart,
      onChart,
      statement: text ?? (sets.length === 1 && statements.length === 1 ? part.text : null),
      // files are created with the rights that the rows were read with
      as: { ...options.as, database: options.database },
      rowLimit: options.rowLimit,
      arrangements,
      isSettled: set.isComplete || isOver,
      isAlone: !(isStacked && sets.length > 1),
      onRaiseLimit: isOver ? onRaiseLimit : undefined,
    }
  })
  const canStack = sets.length > 1
  const messages = {
    value: 'messages',
    label: outputViewText.messages,
    count: notices.length,
    content: <MessageList key={number} output={output} texts={texts} />,
  }
  const tabs =
    canStack && isStacked
      ? [{ value: 'all', label: outputViewText.results, count: sets.length, content: <SetStack key={number} sets={shownSets} /> }]
      : shownSets.map(({ heading, ...shown }, index) => ({
          value: String(index),
          label: <span title={heading}>{shown.label}</span>,
          content: <SetView {...shown} />,
        }))
  const last = tabs.at(-1)?.value ?? 'messages'
  const value = chosen !== null && (chosen === 'messages' || tabs.some((tab) => tab.value === chosen)) ? chosen : last
  return (
    <section aria-label={outputViewText.results} className="flex min-h-0 flex-1 flex-col">
      {run.kind !== 'running' && <OutcomeStrip key={`outcome ${number}`} projectRef={projectRef} part={part} outcome={runOutcome(run, ran)} />}
      <Tabs
        label={outputViewText.results}
        value={value}
        onValueChange={setChosen}
        className="min-h-0 flex-1"
        panelClassName="flex min-h-0 flex-1 flex-col"
        tabs={[...tabs, notices.length > 0 ? messages : { value: messages.value, label: messages.label, content: messages.content }]}
        actions={
          canStack && (
            <IconButton
              label={isStacked ? outputViewText.resultsTabs : outputViewText.stacked}
              aria-pressed={isStacked}
              onClick={() => {
                setIsStacked(!isStacked)
                setChosen(null)
              }}
            >
              {isStacked ? <SquareStack aria-hidden /> : <Rows3 aria-hidden />}
            </IconButton>
          )
        }
      />
      {value === 'messages' && <footer className="border-t bg-surface px-3 py-2 text-xs text-soft">{summary(run)}</footer>}
      <output className="sr-only">{isOver ? spoken(run) : ''}</output>
    </section>
  )
}

/** What is chosen in the results of a run. */
function useChoices(number: number) {
  const [choices, setChoices] = useState(() => unchosen(number))
  const isOld = choices.number !== number
  const now = isOld ? unchosen(number) : choices
  if (isOld) setChoices(now)
  return { ...now, setChosen: (chosen: string | null) => setChoices({ ...now, chosen }) }
}

function unchosen(number: number): { readonly number: number; readonly chosen: string | null; readonly arrangements: Arrangements } {
  return { number, chosen: null, arrangements: new Arrangements() }
}

/** "SELECT · 3 rows · 12 ms"; of one that is still running how many rows there are. */
function setWords(run: OutputViewProps['run'], set: ResultSet, at: number): string {
  const statement = run.output.statements[at]
  if (statement === undefined) return `${rowsText(set.count)}${run.kind === 'failed' ? outputViewText.beforeEnd : outputViewText.soFar}`
  const isOnly = run.output.statements.length === 1
  const tookMs = isOnly && run.kind === 'done' ? run.durationMs : statement.durationMs
  return `${commandText(statement, set)}${tookMs > 0 ? ` · ${durationText(tookMs)}` : ''}`
}

function summary(run: OutputViewProps['run']): string {
  const { statements } = run.output
  if (run.kind === 'running')
    return statements.length === 0 ? outputViewText.running : outputViewText.statementsDone(statementsText(statements.length))
  const took = run.kind === 'done' ? durationText(run.durationMs) : elapsedText(run.tookMs)
  if (statements.length === 0) return `${run.kind === 'done' ? outputViewText.nothingToRun : outputViewText.noStatementCompleted} · ${took}`
  return statements.length === 1 ? `${commandText(statements[0]!)} · ${took}` : `${doneStatementsText(statements)} · ${took}`
}

/** For whoever listens: "3 rows in 12 ms". */
function spoken(run: OutputViewProps['run']): string {
  const { sets, statements } = run.output
  if (run.kind !== 'done') return ''
  const what =
    sets.length === 1
      ? rowsText(sets[0]!.count)
      : sets.length > 1
        ? outputViewText.resultCount(sets.length)
        : (statements.at(-1)?.command ?? outputViewText.done)
  return outputViewText.in(what, durationText(run.durationMs))
}
