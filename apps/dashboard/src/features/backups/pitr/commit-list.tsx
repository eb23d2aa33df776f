import { Button, cn, Skeleton } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { commitsQuery } from '../queries.ts'
import { type Commit, commitText, justBefore } from './commit-text.ts'

export interface CommitListProps {
  readonly projectRef: string
  readonly at: number
  readonly onChange: (at: number) => void
}

/** A moment that is being dragged is not asked about. */
const settleMs = 300

/** What was committed around the moment: what is kept, and what is lost. */
export function CommitList({ projectRef, at, onChange }: CommitListProps) {
  const settled = useSettled(at, settleMs)
  // a commit that is chosen goes over to the other list: its button there is another one, and has the focus that it had here
  const pressed = useRef<string | null>(null)
  const { data, error, refetch } = useQuery({ ...commitsQuery(projectRef, settled), placeholderData: keepPreviousData })
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} />
  if (data === undefined) {
    return (
      <output aria-label="Reading what was committed around it">
        <Skeleton className="h-16 w-full rounded-md" />
      </output>
    )
  }
  const isKept = (commit: Commit): boolean => Date.parse(commit.at) <= at && justBefore(commit) < at
  const parts = [
    {
      label: 'Kept',
      commits: data.commits.filter(isKept),
      none: `Nothing was committed from ${clock(data.starts_at)} until then.`,
      beyond: `What was committed before ${clock(data.starts_at)} is kept, too.`,
    },
    {
      label: 'Lost',
      commits: data.commits.filter((commit) => !isKept(commit)),
      none: `Nothing was committed from then until ${clock(data.ends_at)}.`,
      beyond: data.has_more ? `Whatever was committed after ${clock(data.ends_at)} is lost, too: it is not listed.` : null,
    },
  ]
  return (
    <div className="grid min-w-0 gap-4 md:grid-cols-2">
      {parts.map(({ label, commits, none, beyond }) => (
        <section key={label} aria-label={label} className="flex min-w-0 flex-col gap-1">
          <h3 className="text-xs font-medium text-soft">{label === 'Kept' ? 'Committed before, and kept' : 'Committed after, and lost'}</h3>
          {commits.length === 0 ? (
            <p className="text-xs text-faint">{none}</p>
          ) : (
            <ol className="flex max-h-64 flex-col overflow-y-auto rounded-md border">
              {commits.map((commit) => (
                <li key={commit.at} className="flex min-w-0 items-center gap-3 border-b px-2 py-1 text-xs last:border-b-0">
                  <span className="shrink-0 text-faint tabular-nums">{clock(commit.at)}</span>
                  <span className="min-w-0 flex-1 wrap-anywhere">{commitText(commit)}</span>
                  <Button
                    ref={(button) => {
                      if (button === null || pressed.current !== commit.at) return
                      pressed.current = null
                      button.focus()
                    }}
                    size="sm"
                    aria-label={`Just before ${clock(commit.at)}`}
                    onClick={() => {
                      pressed.current = commit.at
                      onChange(justBefore(commit))
                    }}
                  >
                    Just before
                  </Button>
                </li>
              ))}
            </ol>
          )}
          {beyond !== null && <p className={cn('text-xs', label === 'Lost' ? 'text-warning' : 'text-faint')}>{beyond}</p>}
        </section>
      ))}
    </div>
  )
}

/** A time of the day to the millisecond, by the clock here. */
function clock(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
}
