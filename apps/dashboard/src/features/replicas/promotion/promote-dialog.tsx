import type { Replica } from '@colonnade/contracts/copies/replicas'
import type { Project } from '@colonnade/contracts/projects/projects'
import { ConfirmDialog, RelativeTime, SegmentedControl, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { regionName } from '../../../lib/texts/project-names.ts'
import { UnloggedNote } from '../../../scope/relations/unlogged-note.tsx'
import { shortName } from '../replica-looks.ts'
import { promoteDialogText } from './messages.ts'
import { outlookQuery, usePromoteReplica } from './promotion-queries.ts'
import { behindText, whatHappens } from './promotion-words.ts'

export interface PromoteDialogProps {
  readonly project: Project
  readonly replica: Replica
  /** The number of other replicas. */
  readonly others: number
  readonly onClose: () => void
}

/** Shows the effects of promoting the replica, and asks to confirm. A forced promotion asks for the project's name. */
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
      title={promoteDialogText.title(where, shortName(replica))}
      description={isForced ? promoteDialogText.forcedDescription : promoteDialogText.plannedDescription}
      confirmLabel={isForced ? promoteDialogText.forcePromotion : promoteDialogText.promoteReplica}
      isDanger={isForced}
      isConfirmDisabled={outlook === undefined}
      {...(isForced && { typedName: project.name })}
      onConfirm={async () => void (await promote.mutateAsync(isForced ? { mode, project_name: project.name } : { mode: 'planned' }))}
    >
      {outlook === undefined && error === null && (
        <output aria-label={promoteDialogText.loading} className="flex flex-col gap-2">
          <Skeleton className="h-8 w-56 rounded-md" />
          <Skeleton className="h-32 w-full rounded-md" />
        </output>
      )}
      {outlook === undefined && error !== null && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {outlook !== undefined && (
        <>
          <SegmentedControl
            label={promoteDialogText.mode}
            className="self-start"
            value={mode}
            onValueChange={setChosen}
            options={[
              { value: 'planned', label: promoteDialogText.planned, isDisabled: outlook.obstacle !== null },
              { value: 'forced', label: promoteDialogText.forced },
            ]}
          />
          {outlook.obstacle !== null && <p className="text-sm text-warning">{promoteDialogText.onlyForced(outlook.obstacle)}</p>}
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-sm">
            <dt className="text-soft">{promoteDialogText.behindPrimary}</dt>
            <dd className="tabular-nums">{behindText(outlook)}</dd>
            {outlook.replayed_at !== null && (
              <>
                <dt className="text-soft">{promoteDialogText.lastCommit}</dt>
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
          <p className="text-xs text-soft">{promoteDialogText.hint}</p>
        </>
      )}
    </ConfirmDialog>
  )
}
