import { type Branch, defaultBranchName } from '@colonnade/contracts/copies/branches'
import type { BranchMerge } from '@colonnade/contracts/copies/merges'
import { isAppError } from '@colonnade/core'
import { ConfirmDialog } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { projectQuery } from '../../../scope/queries.ts'
import { isInOne, lossText, migrationsText, strongestLock, totalOf, waitingOf } from './merge-words.ts'
import { mergeDialogText } from './messages.ts'
import { type MergeAddress, useApplyMerge } from './queries.ts'

export interface MergeDialogProps {
  readonly address: MergeAddress
  readonly merge: BranchMerge
  readonly branch: Branch
  readonly onClose: () => void
}

/** The question before the default branch is changed. A locked project asks for its name. */
export function MergeDialog({ address, merge, branch, onClose }: MergeDialogProps) {
  const { data: parent } = useQuery(projectQuery(branch.parent_project_ref))
  const apply = useApplyMerge(address)
  const [isLocked, setIsLocked] = useState(false)
  const waiting = waitingOf(merge)
  const lock = strongestLock(waiting)
  const isLosing = merge.losses.length > 0
  const isWhole = isInOne(waiting)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={mergeDialogText.mergeInto(branch.name, defaultBranchName)}
      description={mergeDialogText.description({
        migrations: migrationsText(waiting.length),
        target: parent?.name,
        duration: formatDuration(totalOf(waiting)),
        lock,
        isWhole,
      })}
      isDanger={isLosing}
      {...((isLocked || isLosing) && parent !== undefined && { typedName: parent.name })}
      confirmLabel={mergeDialogText.mergeIntoOf(defaultBranchName)}
      onConfirm={async () => {
        try {
          await apply.mutateAsync({ merge: merge.id, ...(isLocked && { confirmed_name: parent?.name }) })
        } catch (error) {
          if (isAppError(error, 'production_locked')) setIsLocked(true)
          throw error
        }
      }}
    >
      {isLosing && (
        <div className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <p className="font-medium">{mergeDialogText.permanentlyDeletedFrom(parent?.name)}</p>
          <ul aria-label={mergeDialogText.deletedData} className="mt-1 max-h-40 list-disc overflow-y-auto pl-4 wrap-anywhere">
            {merge.losses.map((loss) => (
              <li key={`${loss.kind} ${loss.name}`}>{lossText(loss)}</li>
            ))}
          </ul>
        </div>
      )}
    </ConfirmDialog>
  )
}
