import { maskedPassword, type UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { CodeBlock, RelativeTime } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { unrecordedText } from './messages.ts'
import { keyOf, wholeText } from './unrecorded-draft.ts'

export interface UnrecordedListProps {
  readonly changes: readonly UnrecordedChange[]
  /** Shown before the description of a change. */
  readonly renderChoice?: (change: UnrecordedChange) => ReactNode
  readonly renderActions?: (change: UnrecordedChange) => ReactNode
}

/** Lists changes, each with its SQL, its author and its effects. */
export function UnrecordedList({ changes, renderChoice, renderActions }: UnrecordedListProps) {
  if (changes.length === 0) return <p className="text-soft">{unrecordedText.none}</p>
  return (
    <ol aria-label={unrecordedText.list} className="flex flex-col gap-4">
      {changes.map((change) => (
        <li key={keyOf(change)} className="flex min-w-0 flex-col gap-2 rounded-lg border p-3">
          <div className="flex flex-wrap items-start justify-between gap-2">
            {renderChoice && <span className="pt-0.5">{renderChoice(change)}</span>}
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{change.commands.join(', ')}</p>
              <p className="font-mono text-xs break-words text-soft">{change.objects.join(', ')}</p>
              <p className="text-xs text-faint">
                <RelativeTime value={change.asked_at} />
                {unrecordedText.by(change.changed_by, change.application_name)}
              </p>
            </div>
            {renderActions?.(change)}
          </div>
          {change.statement === null ? (
            <p className="text-soft">{unrecordedText.notStored}</p>
          ) : (
            <>
              <CodeBlock code={change.statement} label={unrecordedText.sql} isWrapped />
              {wholeText(change) === null && <p className="text-soft">{unrecordedText.cut}</p>}
              {change.statement.includes(maskedPassword) && <p className="text-soft">{unrecordedText.masked(maskedPassword)}</p>}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
