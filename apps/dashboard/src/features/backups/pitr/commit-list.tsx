import type { PitrCommits } from '@colonnade/contracts/copies/pitr'
import { Badge, Button, cn, Skeleton } from '@colonnade/ui'
import { type RefObject, useRef } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { commitListTexts as texts } from '../messages.ts'
import { type Commit, commitText, isDestructive, justBefore } from './commit-text.ts'

export interface CommitListProps {
  readonly commits: PitrCommits | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  /** The moment that is chosen; null until one is, which shows recent commits. */
  readonly at: number | null
  readonly onChange: (at: number) => void
}

/** Lists recent commits, newest first; once a moment is chosen, what a restore to it keeps and what it loses. */
export function CommitList({ commits: data, error, onRetry, at, onChange }: CommitListProps) {
  // the commit whose button was pressed moves to another list: its new button gets the focus
  const pressed = useRef<string | null>(null)
  if (error !== null) return <ErrorNotice error={error} onRetry={onRetry} />
  if (data === undefined) {
    return (
      <output aria-label={texts.loading}>
        <Skeleton className="h-16 w-full rounded-md" />
      </output>
    )
  }
  if (at === null) {
    const recent = { label: texts.recent, title: texts.recent, commits: data.commits.toReversed(), none: texts.noRecent(clock(data.starts_at)) }
    return <Part {...recent} beyond={null} isWarning={false} pressed={pressed} onChange={onChange} />
  }
  const isKept = (commit: Commit): boolean => Date.parse(commit.at) <= at && justBefore(commit) < at
  return (
    <div className="grid min-w-0 gap-4 md:grid-cols-2">
      <Part
        label={texts.kept}
        title={texts.keptTitle}
        commits={data.commits.filter(isKept)}
        none={texts.noneKept(clock(data.starts_at))}
        beyond={texts.earlier(clock(data.starts_at))}
        isWarning={false}
        pressed={pressed}
        onChange={onChange}
      />
      <Part
        label={texts.lost}
        title={texts.lostTitle}
        commits={data.commits.filter((commit) => !isKept(commit))}
        none={texts.noneLost(clock(data.ends_at))}
        beyond={data.has_more ? texts.later(clock(data.ends_at)) : null}
        isWarning
        pressed={pressed}
        onChange={onChange}
      />
    </div>
  )
}

interface PartProps {
  readonly label: string
  readonly title: string
  readonly commits: readonly Commit[]
  readonly none: string
  readonly beyond: string | null
  readonly isWarning: boolean
  readonly pressed: RefObject<string | null>
  readonly onChange: (at: number) => void
}

function Part({ label, title, commits, none, beyond, isWarning, pressed, onChange }: PartProps) {
  return (
    <section aria-label={label} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-xs font-medium text-soft">{title}</h3>
      {commits.length === 0 ? (
        <p className="text-xs text-faint">{none}</p>
      ) : (
        <ol className="flex max-h-64 flex-col overflow-y-auto rounded-md border">
          {commits.map((commit) => (
            <li
              key={commit.at}
              className={cn('flex min-w-0 items-center gap-3 border-b px-2 py-1 text-xs last:border-b-0', isDestructive(commit) && 'bg-danger-tint')}
            >
              <span className="shrink-0 text-faint tabular-nums">{clock(commit.at)}</span>
              <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 gap-y-0.5 wrap-anywhere">
                {commitText(commit)}
                {isDestructive(commit) && <Badge tone="danger">{texts.destructive}</Badge>}
              </span>
              <Button
                ref={(button) => {
                  if (button === null || pressed.current !== commit.at) return
                  pressed.current = null
                  button.focus()
                }}
                size="sm"
                aria-label={texts.justBeforeTime(clock(commit.at))}
                onClick={() => {
                  pressed.current = commit.at
                  onChange(justBefore(commit))
                }}
              >
                {texts.justBefore}
              </Button>
            </li>
          ))}
        </ol>
      )}
      {beyond !== null && <p className={cn('text-xs', isWarning ? 'text-warning' : 'text-faint')}>{beyond}</p>}
    </section>
  )
}

/** A time of day to the millisecond, in the reader's time zone. */
function clock(time: string): string {
  return new Date(time).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', fractionalSecondDigits: 3 })
}
