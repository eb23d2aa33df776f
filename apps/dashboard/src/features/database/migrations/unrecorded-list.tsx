import { maskedPassword, type UnrecordedChange } from '@colonnade/pg-meta/unrecorded-changes'
import { CodeBlock, RelativeTime } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { keyOf, wholeText } from './unrecorded-draft.ts'

export interface UnrecordedListProps {
  readonly changes: readonly UnrecordedChange[]
  /** Before what a change is. */
  readonly renderChoice?: (change: UnrecordedChange) => ReactNode
  readonly renderActions?: (change: UnrecordedChange) => ReactNode
}

/** What was sent, by whom and what it did, change by change. */
export function UnrecordedList({ changes, renderChoice, renderActions }: UnrecordedListProps) {
  if (changes.length === 0) return <p className="text-soft">There are none any more.</p>
  return (
    <ol aria-label="Changes" className="flex flex-col gap-4">
      {changes.map((change) => (
        <li key={keyOf(change)} className="flex min-w-0 flex-col gap-2 rounded-lg border p-3">
          <div className="flex flex-wrap items-start justify-between gap-2">
            {renderChoice && <span className="pt-0.5">{renderChoice(change)}</span>}
            <div className="min-w-0 flex-1">
              <p className="font-medium break-words">{change.commands.join(', ')}</p>
              <p className="font-mono text-xs break-words text-soft">{change.objects.join(', ')}</p>
              <p className="text-xs text-faint">
                <RelativeTime value={change.asked_at} /> · by {change.changed_by}
                {change.application_name !== '' && ` · ${change.application_name}`}
              </p>
            </div>
            {renderActions?.(change)}
          </div>
          {change.statement === null ? (
            <p className="text-soft">
              Its text was not kept, because a password in it could not be told from the rest: it is left out of the migration. To record it, write
              its SQL into a file and mark that as applied; then dismiss it here.
            </p>
          ) : (
            <>
              <CodeBlock code={change.statement} label="SQL" isWrapped />
              {wholeText(change) === null && <p className="text-soft">Only its beginning was kept: it is left out of the migration.</p>}
              {change.statement.includes(maskedPassword) && (
                <p className="text-soft">Its password was not kept, nor will the migration have it: “{maskedPassword}” stands in its place.</p>
              )}
            </>
          )}
        </li>
      ))}
    </ol>
  )
}
