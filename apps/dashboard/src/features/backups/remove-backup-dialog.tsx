import type { Backup } from '@colonnade/contracts/copies/backups'
import { ConfirmDialog, Spinner } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { momentText } from './backup-looks.ts'
import { removeBackupDialogText } from './messages.ts'
import { useRemoveBackup } from './mutations.ts'
import { removalQuery } from './queries.ts'

export interface RemoveBackupDialogProps {
  readonly projectRef: string
  readonly backup: Backup
  readonly onClose: () => void
}

/** Asks to remove a backup, and lists the moments that can't be restored without it. */
export function RemoveBackupDialog({ projectRef, backup, onClose }: RemoveBackupDialogProps) {
  const remove = useRemoveBackup(projectRef)
  const { data, error } = useQuery(removalQuery(projectRef, backup.id))
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={removeBackupDialogText.title(momentText(backup.taken_at ?? backup.inserted_at))}
      description={removeBackupDialogText.description}
      confirmLabel={removeBackupDialogText.confirm}
      isDanger
      isConfirmDisabled={data === undefined && error === null}
      onConfirm={async () => void (await remove.mutateAsync(backup.id))}
    >
      {data === undefined && error === null && (
        <p className="flex items-center gap-2 text-sm text-soft">
          <Spinner /> {removeBackupDialogText.checking}
        </p>
      )}
      {error !== null && (
        <p role="alert" className="text-sm text-danger">
          {removeBackupDialogText.unknown(error.message)}
        </p>
      )}
      {data !== undefined && data.lost.length > 0 && (
        <div role="alert" className="rounded-md border border-warning/40 bg-warning-tint px-3 py-2 text-sm">
          {removeBackupDialogText.neededBy}
          <ul className="my-1 list-disc pl-5 tabular-nums">
            {data.lost.map(({ starts_at, ends_at }) => (
              <li key={starts_at}>{removeBackupDialogText.range(momentText(starts_at), momentText(ends_at))}</li>
            ))}
          </ul>
          {removeBackupDialogText.lost}
        </div>
      )}
    </ConfirmDialog>
  )
}
