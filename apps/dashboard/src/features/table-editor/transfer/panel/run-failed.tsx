import { Button } from '@colonnade/ui'
import type { ImportDraft } from '../plan/draft.ts'
import { newColumns } from '../plan/draft.ts'
import { readSample } from '../reading/sample.ts'
import type { ImportFailure } from '../run/explain-import-error.ts'
import type { ImportRun } from '../run/import-run.ts'
import { runFailedText } from './messages.ts'

export interface RunFailedProps {
  readonly run: ImportRun
  readonly failure: ImportFailure
  readonly onAgain: (draft: ImportDraft) => void
}

/** Why an import ended, where, and the ways on. The file is still there. */
export function RunFailed({ run, failure, onAgain }: RunFailedProps) {
  const { draft } = run.order
  const { row } = failure
  const withChoices = (change: Partial<ImportDraft['choices']>) => onAgain({ ...draft, choices: { ...draft.choices, ...change } })
  const asText = () => {
    const column = newColumns(readSample(draft.head, draft.settings), draft.choices).find(({ name }) => name === row?.column)
    if (column) withChoices({ edits: { ...draft.choices.edits, [column.place]: { ...draft.choices.edits[column.place], type: 'text' } } })
  }
  return (
    <div role="alert" className="flex flex-col gap-3 rounded-md border border-danger/40 bg-danger-tint p-4">
      <p className="text-base font-medium">{failure.title}</p>
      {row !== null && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {row.line !== null && <Fact label={runFailedText.line} value={row.line.toLocaleString('en-US')} />}
          {row.column !== null && <Fact label={runFailedText.column} value={row.column} isMono />}
          {row.value !== null && <Fact label={runFailedText.value} value={row.value} isMono />}
          <Fact label={runFailedText.reason} value={row.reason} />
        </dl>
      )}
      {failure.detail !== null && <p className="text-sm break-words whitespace-pre-wrap">{failure.detail}</p>}
      <p>{runFailedText.failed(failure.advice)}</p>
      {(failure.canCollect || failure.canBeText) && (
        <div className="flex flex-wrap gap-2">
          {failure.canBeText && (
            <Button size="sm" onClick={asText}>
              {runFailedText.makeText(row?.column ?? '')}
            </Button>
          )}
          {failure.canCollect && (
            <Button size="sm" onClick={() => withChoices({ onBadRow: 'collect' })}>
              {runFailedText.collectInvalidRows}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

function Fact({ label, value, isMono = false }: { readonly label: string; readonly value: string; readonly isMono?: boolean }) {
  return (
    <>
      <dt className="text-soft">{label}</dt>
      <dd className={isMono ? 'min-w-0 font-mono text-xs leading-5 break-all' : 'min-w-0 break-words'}>{value}</dd>
    </>
  )
}
