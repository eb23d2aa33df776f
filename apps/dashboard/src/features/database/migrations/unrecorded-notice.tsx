import { Button } from '@colonnade/ui'
import { GitCommitVertical } from 'lucide-react'
import { unrecordedLimit } from '@colonnade/pg-meta/unrecorded-changes'
import { unrecordedText } from './messages.ts'

export interface UnrecordedNoticeProps {
  readonly count: number
  /** There are migrations that the database has drifted from. */
  readonly isDrift: boolean
  readonly onReview: () => void
}

/** Warns that the database differs from its migrations, and opens the changes. */
export function UnrecordedNotice({ count, isDrift, onReview }: UnrecordedNoticeProps) {
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warning/40 bg-warning-tint px-3 py-2">
      <GitCommitVertical aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">
        {isDrift && <span className="font-medium">{unrecordedText.drifted} </span>}
        <span className="text-soft">{unrecordedText.notice(count, count >= unrecordedLimit)}</span>
      </p>
      <Button size="sm" onClick={onReview}>
        {unrecordedText.review}
      </Button>
    </output>
  )
}
