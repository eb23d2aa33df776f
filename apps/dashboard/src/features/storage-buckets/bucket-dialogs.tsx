import type { BucketSummary } from '@colonnade/contracts/storage/storage-buckets'
import { ConfirmDialog, toast } from '@colonnade/ui'
import { deleteText, emptyText } from './messages.ts'
import { useDeleteBucket, useEmptyBucket } from './mutations.ts'

export interface BucketDialogProps {
  readonly projectRef: string
  readonly bucket: BucketSummary
  readonly onClose: () => void
}

export function EmptyDialog({ projectRef, bucket, onClose }: BucketDialogProps) {
  const empty = useEmptyBucket(projectRef, bucket.id)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={emptyText.title(bucket.name)}
      description={emptyText.description(bucket.files, bucket.bytes)}
      confirmLabel={emptyText.confirm}
      typedName={bucket.name}
      isDanger
      onConfirm={async () => {
        await empty.mutateAsync(undefined)
        toast.success(emptyText.done)
      }}
    />
  )
}

export function DeleteDialog({ projectRef, bucket, onClose }: BucketDialogProps) {
  const remove = useDeleteBucket(projectRef, bucket.id)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={deleteText.title(bucket.name)}
      description={deleteText.description(bucket.files, bucket.bytes)}
      confirmLabel={deleteText.confirm}
      typedName={bucket.name}
      isDanger
      onConfirm={async () => {
        await remove.mutateAsync(bucket.files !== 0)
        toast.success(deleteText.done)
      }}
    />
  )
}
