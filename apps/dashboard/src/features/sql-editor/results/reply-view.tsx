import type { QueryReply, QueryResult } from '@colonnade/contracts'
import { Button, CopyButton, Tabs } from '@colonnade/ui'
import { useState } from 'react'
import { toCsv, toJson } from '../export-text.ts'
import { rowLimits } from '../limits.ts'
import { commandText, durationText, rowsText } from '../wording.ts'
import { Messages } from './messages.tsx'
import { ResultGrid } from './result-grid.tsx'

export interface ReplyViewProps {
  readonly reply: QueryReply
  readonly rowLimit: number
  /** Runs the same text again with a larger limit. */
  readonly onRaiseLimit: (rowLimit: number) => void
}

/** What a run answered: a tab for each result set, and one for what was said. */
export function ReplyView({ reply, rowLimit, onRaiseLimit }: ReplyViewProps) {
  const sets = reply.results.filter(({ fields }) => fields.length > 0)
  const [shown, setShown] = useState(sets.length > 0 ? `${sets.length - 1}` : 'messages')
  const set = sets[Number(shown)]
  return (
    <section aria-label="Results" className="flex min-h-0 flex-1 flex-col">
      <Tabs
        label="Results"
        value={shown}
        onValueChange={setShown}
        className="min-h-0 flex-1"
        panelClassName="flex min-h-0 flex-1 flex-col"
        tabs={[
          ...sets.map((result, index) => ({
            value: String(index),
            label: sets.length === 1 ? 'Result' : `Result ${index + 1}`,
            content: <SetView result={result} label={sets.length === 1 ? 'Result' : `Result ${index + 1}`} />,
          })),
          { value: 'messages', label: messagesLabel(reply), content: <Messages reply={reply} /> },
        ]}
      />
      <footer className="flex min-h-9 flex-wrap items-center gap-x-3 gap-y-1 border-t bg-surface px-3 py-1 text-xs text-soft">
        <output>{summary(reply, set)}</output>
        {set?.truncated && <Truncated rowLimit={rowLimit} onRaiseLimit={onRaiseLimit} />}
        {set !== undefined && (
          <span className="ml-auto flex items-center gap-1">
            <LabelledCopy name="CSV" text={() => toCsv(set)} />
            <LabelledCopy name="JSON" text={() => toJson(set)} />
          </span>
        )}
      </footer>
    </section>
  )
}

function SetView({ result, label }: { readonly result: QueryResult; readonly label: string }) {
  if (result.rows.length > 0) return <ResultGrid label={label} result={result} />
  return (
    <div className="flex flex-1 flex-col items-center justify-center gap-1 p-6 text-center text-soft">
      <h2 className="font-medium text-fg">No rows</h2>
      <p>
        Its {result.fields.length === 1 ? 'column is' : `${result.fields.length} columns are`}{' '}
        <span className="font-mono text-xs">{result.fields.map(({ name }) => name).join(', ')}</span>.
      </p>
    </div>
  )
}

function Truncated({ rowLimit, onRaiseLimit }: Pick<ReplyViewProps, 'rowLimit' | 'onRaiseLimit'>) {
  const next = rowLimits.find((limit) => limit > rowLimit)
  return (
    <span className="flex items-center gap-1.5 text-warning">
      Truncated at {rowsText(rowLimit)}.
      {next !== undefined && (
        <Button size="sm" variant="ghost" className="h-6 px-1.5" onClick={() => onRaiseLimit(next)}>
          Run with {rowsText(next)}
        </Button>
      )}
    </span>
  )
}

function LabelledCopy({ name, text }: { readonly name: string; readonly text: () => string }) {
  return (
    <span className="flex items-center">
      <CopyButton text={text} label={`Copy as ${name}`} variant="ghost" className="h-7 px-2" />
      <span aria-hidden className="-ml-1.5 pr-1 text-faint">
        {name}
      </span>
    </span>
  )
}

function messagesLabel({ notices }: QueryReply): string {
  return notices.length === 0 ? 'Messages' : `Messages (${notices.length})`
}

function summary({ results, duration_ms: duration }: QueryReply, set: QueryResult | undefined): string {
  const last = set ?? results.at(-1)
  const statements = results.length > 1 ? `${results.length} statements · ` : ''
  return `${statements}${last ? `${commandText(last)} · ` : 'Nothing to run · '}${durationText(duration)}`
}
