import { Button, buttonClass, EmptyState, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { FileSearch, FolderOpen, Lock, PackageX } from 'lucide-react'
import { useCallback, useEffect, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { bucketsQuery } from '../../../scope/storage/buckets.ts'
import { isStorageError } from '../../../scope/storage/storage-error.ts'
import { type Look, useLook } from '../../../scope/storage/look-as.ts'
import { useStorageRights } from '../../../scope/storage/use-storage-rights.ts'
import { useProject } from '../../../scope/use-project.ts'
import { useFileActions } from '../actions/file-actions.tsx'
import { baseName, type Entry, prefixOf } from '../entries/entry.ts'
import { filesKey, folderQuery, searchQuery } from '../entries/queries.ts'
import { keepThere, noSelection, selectAll } from '../entries/selection.ts'
import { listText, lookText, pageText } from '../messages.ts'
import { PreviewPanel } from '../preview/preview-panel.tsx'
import type { FilesSearch } from '../search.ts'
import type { NewUpload } from '../uploads/upload-queue.ts'
import { readChosen, readDropped } from '../uploads/read-dropped.ts'
import { LeftNotice } from '../uploads/left-notice.tsx'
import { uploads } from '../uploads/uploads.ts'
import { noteStartedUploads } from '../../../scope/storage/started-uploads.ts'
import { DropZone } from './drop-zone.tsx'
import { EntryList } from './entry-list.tsx'
import { FilesToolbar } from './files-toolbar.tsx'
import { LookBanner } from '../look/look-banner.tsx'
import { FolderColumns } from './folder-columns.tsx'
import { SelectionBar } from './selection-bar.tsx'

export interface FilesPageProps {
  readonly projectRef: string
  readonly bucket: string
  readonly search: FilesSearch
  readonly onSearch: (next: FilesSearch, options?: { readonly isReplaced?: boolean }) => void
}

const noEntries: readonly Entry[] = []

/** Browses the files of a bucket: search, preview, upload, move and delete. */
export function FilesPage({ projectRef, bucket, search, onSearch }: FilesPageProps) {
  const { name } = useProject(projectRef)
  useTitle(bucket, pageText.area, name)
  const rights = useStorageRights(projectRef)
  const look = useLook(projectRef)
  const { mayRead } = rights
  // looking as a client is read-only
  const mayWrite = rights.mayWrite && look === null
  const { path = '', q: words = '', view = 'list' } = search
  const isNarrow = useIsNarrow()
  const queryClient = useQueryClient()
  const summaries = useQuery({ ...bucketsQuery(projectRef), enabled: mayRead })
  const known = summaries.data?.buckets.find(({ id }) => id === bucket)
  const isMissing = summaries.data !== undefined && known === undefined
  const folder = useInfiniteQuery({ ...folderQuery(projectRef, bucket, path, look, search.sort), enabled: mayRead && !isMissing })
  const found = useQuery({ ...searchQuery(projectRef, bucket, words.trim(), look), enabled: mayRead && words.trim() !== '' })
  const isSearching = words.trim() !== ''
  const entries = (isSearching ? found.data?.entries : folder.data) ?? noEntries
  const [chosen, setSelection] = useState(noSelection)
  const selection = keepThere(chosen, entries)
  const selected = entries.filter((entry) => selection.paths.has(entry.path))
  const [actions, dialogs] = useFileActions({
    projectRef,
    bucket,
    isPublic: known?.public ?? false,
    mayWrite,
    path,
    onGone: () => {
      setSelection(noSelection)
      if (search.open !== undefined) onSearch({ ...search, open: undefined }, { isReplaced: true })
    },
  })
  const openFolder = (next: string) => {
    setSelection(noSelection)
    onSearch({ ...search, path: next === '' ? undefined : next, q: undefined, open: undefined })
  }
  const open = (entry: Entry) => {
    if (entry.kind === 'folder') openFolder(entry.path.replace(/\/$/, ''))
    else onSearch({ ...search, open: entry.path }, { isReplaced: search.open !== undefined })
  }
  const preview = (entry: Entry) => {
    if (entry.path === search.open) onSearch({ ...search, open: undefined }, { isReplaced: true })
    else open(entry)
  }
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = folder
  const loadMore = useCallback(() => {
    if (!isSearching && hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [isSearching, hasNextPage, isFetchingNextPage, fetchNextPage])
  const chooseAll = async () => {
    let all = entries
    // includes entries that haven't loaded yet
    for (let more = !isSearching && hasNextPage; more;) {
      const loaded = await fetchNextPage()
      all = loaded.data ?? all
      more = loaded.hasNextPage && !loaded.isError
    }
    setSelection(selectAll(chosen, all))
  }
  useSearchKey()
  const add = (files: readonly NewUpload[]) => {
    uploads.add(projectRef, bucket, files)
    noteStartedUploads()
  }
  if (!mayRead) {
    return (
      <main className="p-6">
        <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
          {pageText.noRight.text}
        </EmptyState>
      </main>
    )
  }
  const error = isSearching ? found.error : folder.error
  const isLoaded = isSearching ? found.data !== undefined : folder.data !== undefined
  if (isMissing || isStorageError(error, 'NoSuchBucket', 'Bucket not found')) {
    return (
      <main className="flex min-h-0 flex-1 flex-col">
        <h1 className="sr-only">{listText.gone.title}</h1>
        <EmptyState
          icon={<PackageX aria-hidden />}
          title={listText.gone.title}
          className="m-6 flex-1 justify-center"
          action={
            <AppLink href={paths.project.buckets(projectRef)} className={buttonClass({ size: 'md' })}>
              {listText.gone.back}
            </AppLink>
          }
        >
          {listText.gone.text}
        </EmptyState>
      </main>
    )
  }
  const place = path === '' ? bucket : baseName(path)
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <h1 className="sr-only">{pageText.title(bucket)}</h1>
      <FilesToolbar
        projectRef={projectRef}
        bucket={bucket}
        isPublic={known?.public ?? false}
        search={search}
        onSearch={(change) => onSearch({ ...search, ...change }, { isReplaced: true })}
        onOpenFolder={openFolder}
        onDropOn={mayWrite ? (into) => actions.moveInto(selected, into) : undefined}
        onChoose={(files) => add(readChosen(files, prefixOf(path)))}
        onRefresh={() => void queryClient.invalidateQueries({ queryKey: filesKey(projectRef, bucket) })}
        isRefreshing={folder.isRefetching}
        actions={actions}
      />
      {look !== null && <LookBanner projectRef={projectRef} look={look} />}
      <LeftNotice projectRef={projectRef} bucket={bucket} />
      {selected.length > 0 ? (
        <SelectionBar entries={selected} actions={actions} onClear={() => setSelection(noSelection)} />
      ) : (
        // as high as the selection bar, so rows don't jump under the pointer between two clicks
        <p className="flex min-h-10 items-center border-b bg-sunken px-4 text-sm text-faint tabular-nums max-md:hidden">
          {isLoaded && listText.count(entries.length, isSearching ? found.data?.isCut === true : hasNextPage)}
        </p>
      )}
      <div className="flex min-h-0 flex-1">
        {view === 'columns' && !isSearching && (
          <FolderColumns projectRef={projectRef} bucket={bucket} path={path} sort={search.sort} onOpenFolder={openFolder} />
        )}
        <DropZone place={place} isDisabled={!mayWrite} onDrop={(transfer) => void readDropped(transfer, prefixOf(path), add)}>
          {error !== null ? (
            <ErrorNotice
              error={error}
              subject={pageText.loadFailed}
              onRetry={() => void (isSearching ? found.refetch() : folder.refetch())}
              className="m-4"
            />
          ) : !isLoaded ? (
            <Loading />
          ) : entries.length === 0 && !hasNextPage ? (
            <Nothing
              look={look}
              isSearching={isSearching}
              mayWrite={mayWrite}
              onClear={() => onSearch({ ...search, q: undefined }, { isReplaced: true })}
            />
          ) : (
            <EntryList
              // starts each folder at the top
              key={`${bucket}/${path} ${isSearching}`}
              projectRef={projectRef}
              bucket={bucket}
              path={path}
              entries={entries}
              isGrid={view === 'grid'}
              hasPaths={isSearching}
              selection={selection}
              onSelect={setSelection}
              onSelectAll={() => void chooseAll()}
              actions={actions}
              onOpen={open}
              onOpenFolder={openFolder}
              onPreview={preview}
              onEnd={loadMore}
            />
          )}
          {isSearching && found.data?.isCut === true && <p className="border-t px-4 py-2 text-xs text-faint">{listText.cut(entries.length)}</p>}
        </DropZone>
        {search.open !== undefined && (
          <PreviewPanel
            key={`${search.open} ${look?.id}`}
            projectRef={projectRef}
            bucket={bucket}
            path={search.open}
            actions={actions}
            onReplace={(file) => add([{ path: search.open!, file, isReplacing: true }])}
            onClose={() => {
              onSearch({ ...search, open: undefined }, { isReplaced: true })
              if (!isNarrow) document.querySelector<HTMLElement>('[data-files]')?.focus()
            }}
          />
        )}
      </div>
      {dialogs}
    </main>
  )
}

/** Focuses the search on "/". */
function useSearchKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      event.preventDefault()
      document.querySelector<HTMLInputElement>('[data-files-search]')?.focus()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [])
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.closest('[role=dialog]') !== null)

interface NothingProps {
  readonly look: Look | null
  readonly isSearching: boolean
  readonly mayWrite: boolean
  readonly onClear: () => void
}

function Nothing({ look, isSearching, mayWrite, onClear }: NothingProps) {
  if (isSearching) {
    return (
      <EmptyState
        icon={<FileSearch aria-hidden />}
        title={listText.noMatch.title}
        className="m-6"
        action={<Button onClick={onClear}>{listText.noMatch.action}</Button>}
      >
        {listText.noMatch.text}
      </EmptyState>
    )
  }
  const { title, text } = look !== null ? lookText.empty(look.name) : mayWrite ? listText.empty : listText.emptyReadOnly
  return (
    <EmptyState icon={<FolderOpen aria-hidden />} title={title} className="m-6 flex-1 justify-center">
      {text}
    </EmptyState>
  )
}

function Loading() {
  return (
    <output aria-label={pageText.loading} className="flex flex-col gap-2 p-4">
      {['w-1/2', 'w-1/3', 'w-2/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-5 ${width}`} />
      ))}
    </output>
  )
}
