import { Button } from '@colonnade/ui'
import { GitCommitVertical } from 'lucide-react'
import { unrecordedLimit } from '@colonnade/pg-meta/unrecorded-changes'

export interface UnrecordedNoticeProps {
  readonly count: number
  /** There are migrations, from which it has drifted. */
  readonly isDrift: boolean
  readonly onReview: () => void
}

/** That the database is not what its migrations make, with the way to see why. */
export function UnrecordedNotice({ count, isDrift, onReview }: UnrecordedNoticeProps) {
  const changes = count === 1 ? '1 change' : `${count >= unrecordedLimit ? `${unrecordedLimit} or more` : count} changes`
  return (
    <output className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-warning/40 bg-warning-tint px-3 py-2">
      <GitCommitVertical aria-hidden className="size-4 shrink-0 text-warning" />
      <p className="min-w-0 flex-1">
        {isDrift && <span className="font-medium">The database has drifted from its migrations. </span>}
        <span className="text-soft">
          {changes} of its structure {count === 1 ? 'is' : 'are'} in no migration.
        </span>
      </p>
      <Button size="sm" onClick={onReview}>
        Review
      </Button>
    </output>
  )
}
