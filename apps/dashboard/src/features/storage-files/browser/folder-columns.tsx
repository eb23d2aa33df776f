import { Button, cn, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ChevronRight } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useLook } from '../../../scope/storage/look-as.ts'
import { folderQuery } from '../entries/queries.ts'
import type { FilesSearch } from '../search.ts'
import { EntryIcon } from './entry-icon.tsx'
import { toolbarText } from '../messages.ts'

export interface FolderColumnsProps {
  readonly projectRef: string
  readonly bucket: string
  /** The open folder; its parents appear to its left. */
  readonly path: string
  readonly sort: FilesSearch['sort']
  readonly onOpenFolder: (path: string) => void
}

/** Shows each parent of the open folder in its own column. */
export function FolderColumns({ path, ...props }: FolderColumnsProps) {
  const parts = path === '' ? [] : path.split('/')
  return parts.map((name, index) => (
    <FolderColumn key={index} {...props} path={parts.slice(0, index).join('/')} open={`${[...parts.slice(0, index), name].join('/')}/`} />
  ))
}

function FolderColumn({ projectRef, bucket, path, sort, open, onOpenFolder }: FolderColumnsProps & { readonly open: string }) {
  const look = useLook(projectRef)
  const query = useInfiniteQuery(folderQuery(projectRef, bucket, path, look, sort))
  const folders = query.data?.filter(({ kind }) => kind === 'folder')
  return (
    <nav aria-label={toolbarText.foldersIn(path === '' ? bucket : path)} className="w-52 shrink-0 overflow-y-auto border-r p-2 max-md:hidden">
      {folders === undefined ? (
        query.error === null ? (
          <Skeleton className="h-6 w-full" />
        ) : (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        )
      ) : (
        <ul className="flex flex-col gap-0.5">
          {folders.map((entry) => (
            <li key={entry.path}>
              <button
                type="button"
                aria-current={entry.path === open || undefined}
                className={cn('flex h-8 w-full items-center gap-2 rounded-md px-2 text-left hover:bg-hover', entry.path === open && 'bg-selected')}
                onClick={() => onOpenFolder(entry.path.replace(/\/$/, ''))}
              >
                <EntryIcon entry={entry} />
                <span className="min-w-0 flex-1 truncate" title={entry.name}>
                  {entry.name}
                </span>
                <ChevronRight aria-hidden className="size-3.5 text-faint" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <Button size="sm" variant="ghost" isPending={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {toolbarText.more}
        </Button>
      )}
    </nav>
  )
}
