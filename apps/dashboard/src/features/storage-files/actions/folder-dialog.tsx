import { Button, Dialog, DialogClose, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight, Folder, FolderUp } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import { type Entry, parentOf } from '../entries/entry.ts'
import { folderQuery } from '../entries/queries.ts'
import { actionText, copyText, moveText } from '../messages.ts'
import { movedInto } from './mutations.ts'

export interface FolderDialogProps {
  readonly kind: 'move' | 'copy'
  readonly projectRef: string
  readonly bucket: string
  readonly entries: readonly Entry[]
  readonly isPending: boolean
  readonly error: unknown
  readonly onChoose: (folder: string) => void
  readonly onClose: () => void
}

const texts = { move: moveText, copy: copyText } as const

/** Asks for the folder to move or copy entries to. */
export function FolderDialog({ kind, projectRef, bucket, entries, isPending, error, onChoose, onClose }: FolderDialogProps) {
  const [folder, setFolder] = useState(parentOf(entries[0]?.path ?? ''))
  const query = useInfiniteQuery(folderQuery(projectRef, bucket, folder, null))
  const moving = new Set(entries.map(({ path }) => path))
  const folders = query.data?.filter(({ kind: entryKind, path }) => entryKind === 'folder' && !moving.has(path))
  const isTaken = isStorageError(error, 'KeyAlreadyExists', 'ResourceAlreadyExists', 'Duplicate')
  const lineClass = 'flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover'
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={texts[kind].title(entries.length)}
      footer={
        <>
          <DialogClose>
            <Button>{actionText.cancel}</Button>
          </DialogClose>
          <Button
            variant="primary"
            isPending={isPending}
            disabled={kind === 'move' && movedInto(entries, folder).length === 0}
            onClick={() => onChoose(folder)}
          >
            {texts[kind].submit}
          </Button>
        </>
      }
    >
      <p className="font-mono text-xs break-all text-soft">
        {bucket}/{folder}
      </p>
      <ul aria-label={moveText.folders} className="flex h-64 flex-col overflow-y-auto rounded-md border p-1">
        {folder !== '' && (
          <li>
            <button type="button" className={lineClass} onClick={() => setFolder(parentOf(folder))}>
              <FolderUp aria-hidden className="size-4 text-faint" /> {moveText.parent}
            </button>
          </li>
        )}
        {folders?.map(({ path, name }) => (
          <li key={path}>
            <button type="button" className={lineClass} onClick={() => setFolder(path.replace(/\/$/, ''))}>
              <Folder aria-hidden className="size-4 text-faint" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <ChevronRight aria-hidden className="size-3.5 text-faint" />
            </button>
          </li>
        ))}
        {folders?.length === 0 && <li className="px-2 py-1.5 text-faint">{moveText.noFolders}</li>}
        {folders === undefined && query.error === null && (
          <li className="p-2" aria-label={moveText.loadingFolders}>
            <Skeleton className="h-6 w-1/2" />
          </li>
        )}
        {query.hasNextPage && (
          <li>
            <Button size="sm" variant="ghost" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {moveText.more}
            </Button>
          </li>
        )}
      </ul>
      {query.error !== null && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {error !== null &&
        error !== undefined &&
        (isTaken ? (
          <p role="alert" className="text-sm text-danger">
            {moveText.taken}
          </p>
        ) : (
          <ErrorNotice error={error} />
        ))}
    </Dialog>
  )
}
