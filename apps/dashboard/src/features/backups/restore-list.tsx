import type { Restore } from '@colonnade/contracts/copies/backups'
import { Badge, buttonClass, RelativeTime, StepList } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '../../paths.ts'
import { momentText, stepsOf } from './backup-looks.ts'
import { restoreListText } from './messages.ts'

/** Shows what can be brought back from a restored branch, by its ref. */
export type CopyBack = (branchRef: string) => ReactNode

interface RestoreCardProps {
  readonly restore: Restore
  readonly copyBack: CopyBack
}

/** Shows a restore and its steps. */
function RestoreCard({ restore, copyBack }: RestoreCardProps) {
  const { status, target_name: name, target_ref: ref, is_branch: isBranch } = restore
  const title = restoreListText.what(name, isBranch, momentText(restore.restored_to))
  return (
    <article aria-label={restoreListText.restore(title)} className="flex min-w-0 flex-col gap-3 rounded-lg border bg-surface p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="min-w-0 font-medium wrap-anywhere">{title}</h3>
        {status === 'RUNNING' && <Badge tone="warning">{restoreListText.beingRestored}</Badge>}
        {status === 'COMPLETED' && <Badge tone="accent">{restoreListText.restored}</Badge>}
        {status === 'FAILED' && <Badge tone="danger">{restoreListText.failed}</Badge>}
        <span className="text-xs text-faint">
          {restoreListText.requested} <RelativeTime value={restore.inserted_at} />
        </span>
        {status === 'COMPLETED' && name !== null && (
          <span className="ml-auto flex flex-wrap gap-2">
            {isBranch && copyBack(ref)}
            <Link to={paths.project.home(ref)} className={buttonClass({ size: 'sm' })}>
              {restoreListText.open(name)}
            </Link>
          </span>
        )}
      </div>
      {status !== 'COMPLETED' && (
        <StepList label={restoreListText.steps} steps={stepsOf(restore)} className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-2" />
      )}
    </article>
  )
}

export interface RestoreListProps {
  readonly title?: string
  readonly restores: readonly Restore[]
  readonly copyBack: CopyBack
}

/** Lists recent and running restores. */
export function RestoreList({ title = 'Restores', restores, copyBack }: RestoreListProps) {
  if (restores.length === 0) return null
  return (
    <section aria-label={title} className="flex flex-col gap-3">
      <h2 className="text-lg font-semibold">{title}</h2>
      {restores.map((restore) => (
        <RestoreCard key={restore.id} restore={restore} copyBack={copyBack} />
      ))}
    </section>
  )
}
