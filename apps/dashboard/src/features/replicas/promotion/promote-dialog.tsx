import type { Replica } from '@colonnade/contracts/copies/replicas'
import type { Project } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, RelativeTime, SegmentedControl, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { regionName } from '../../../lib/texts/project-names.ts'
import { UnloggedNote } from '../../../scope/relations/unlogged-note.tsx'
import { shortName } from '../replica-looks.ts'
import { outlookQuery, usePromoteReplica } from './promotion-queries.ts'
import { behindText, whatHappens } from './promotion-words.ts'

export interface PromoteDialogProps {
  readonly project: Project
  readonly replica: Replica
  /** Replicas beside this one. */
  readonly others: number
  readonly onClose: () => void
}

/** Says what would happen if the replica took the primary's place, and asks; by force only for the project's name. */
export function PromoteDialog({ project, replica, others, onClose }: PromoteDialogProps) {
  const { data: outlook, error, refetch } = useQuery(outlookQuery(project.ref, replica.identifier))
  const promote = usePromoteReplica(project.ref, replica.identifier)
  const [chosen, setChosen] = useState<'planned' | 'forced' | null>(null)
  const mode = outlook !== undefined && outlook.obstacle !== null ? 'forced' : (chosen ?? 'planned')
  const isForced = mode === 'forced'
  const where = regionName(replica.region)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Promote the replica ${where} ${shortName(replica)}?`}
      description={
        isForced
          ? 'The replica takes the place of the primary now, also when that is dead.'
          : 'The replica and the primary change places. Writes wait while they do, a second or two.'
      }
      confirmLabel={isForced ? 'Promote by force' : 'Promote replica'}
      isDanger={isForced}
      isConfirmDisabled={outlook === undefined}
      {...(isForced && { typedName: project.name })}
      onConfirm={async () => void (await promote.mutateAsync(isForced ? { mode, project_name: project.name } : { mode: 'planned' }))}
    >
      {outlook === undefined && error === null && (
        <output aria-label="Looking how the replica stands" className="flex flex-col gap-2">
          <Skeleton className="h-8 w-56 rounded-md" />
          <Skeleton className="h-32 w-full rounded-md" />
        </output>
      )}
      {outlook === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {outlook !== undefined && (
        <>
          <SegmentedControl
            label="How it is promoted"
            className="self-start"
            value={mode}
            onValueChange={setChosen}
            options={[
              { value: 'planned', label: 'Planned', isDisabled: outlook.obstacle !== null },
              { value: 'forced', label: 'By force' },
            ]}
          />
          {outlook.obstacle !== null && <p className="text-sm text-warning">{outlook.obstacle}. It can only be promoted by force.</p>}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-soft">Behind the primary</dt>
            <dd className="tabular-nums">{behindText(outlook)}</dd>
            {outlook.replayed_at !== null && (
              <>
                <dt className="text-soft">Last commit that it has</dt>
                <dd>
                  <RelativeTime value={outlook.replayed_at} />
                </dd>
              </>
            )}
          </dl>
          <ol className="flex list-decimal flex-col gap-1.5 pl-5 text-sm">
            {whatHappens(outlook, isForced, where, others).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ol>
          <UnloggedNote projectRef={project.ref} of="promotion" />
          <p className="text-xs text-soft">
            The size of each place stays. No replica has rows of unlogged tables, replication slots of your own, or counters of statistics: these
            begin empty.
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
