import type { Snippet } from '@colonnade/contracts/data/snippets'
import { Button, cn, IconButton, Menu, MenuChoice, MenuItem, MenuSeparator, SearchInput, Skeleton, toast } from '@colonnade/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Download, FileUp, FolderUp, Plus, SlidersHorizontal } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState, type Ref } from 'react'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { useSettled } from '../../../lib/late/use-settled.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { searchDelayMs } from '../limits.ts'
import { importFiles, filesOfDrop } from './import-files.ts'
import { keepLibraryView, type LibraryView, readLibraryView } from './library-view.ts'
import { LibraryList, type LibraryListProps } from './library-list.tsx'
import { libraryText } from './messages.ts'
import type { SnippetActions } from './snippet-actions.ts'
import { type SnippetDialog, SnippetDialogs } from './snippet-dialogs.tsx'
import { FolderMenu, SnippetMenu } from './snippet-menu.tsx'
import { snippetSearchQuery, snippetsQuery } from './snippet-queries.ts'
import { folderKey, foundRows, sectionTitles, tagCounts, toggledAfterMove, type TreeRow, treeRows } from './snippet-tree.ts'
import { useImport } from './use-import.ts'

export interface LibraryProps {
  readonly person: string
  readonly projectRef: string
  /** What is in the editor. */
  readonly activeId: string
  readonly actions: SnippetActions
  /** What is asked; held outside, as it stays where the window becomes too narrow for the library, or wide enough. */
  readonly dialog: SnippetDialog | null
  readonly onDialog: (dialog: SnippetDialog | null) => void
  readonly onOpen: (id: string) => void
  readonly onNew: () => void
}

/** The snippets of a project: found, sorted, placed and shared. */
export function Library({ person, projectRef, activeId, actions, dialog, onDialog, onOpen, onNew }: LibraryProps) {
  const isAllowed = useIsAllowed(projectRef)
  const mayShare = isAllowed('database:write')
  // what is shared, its owner or who operates the project
  const mayDelete = (snippet: Snippet) => snippet.is_mine || isAllowed('projects:operate')
  const [view, setView] = useState<LibraryView>(() => readLibraryView(person, projectRef))
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), searchDelayMs)
  const [renaming, setRenaming] = useState<string | null>(null)
  const [moved, setMoved] = useState<LibraryListProps['moved']>(null)
  const searchBox = useRef<HTMLInputElement>(null)
  const tree = useRef<HTMLDivElement>(null)
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const [isDropping, setIsDropping] = useState(false)
  const bringIn = useImport(projectRef, onOpen)
  const all = useQuery(snippetsQuery(projectRef))
  const found = useQuery({ ...snippetSearchQuery(projectRef, search), enabled: search !== '', placeholderData: keepPreviousData })
  const snippets = useDeferredValue(all.data)
  const tags = useMemo(() => tagCounts(snippets ?? []), [snippets])
  // a tag no longer in use hides nothing
  const chosen = useMemo(() => view.tags.filter((tag) => tags.some(([known]) => known === tag)), [view.tags, tags])
  const rows = useMemo(() => {
    if (search !== '') return foundRows(found.data?.items ?? [], chosen)
    return treeRows(snippets ?? [], { sort: view.sort, tags: chosen, toggled: new Set(view.toggled) })
  }, [search, found.data, snippets, chosen, view])
  // it was moved, deleted or filtered out
  if (renaming !== null && !rows.some(({ key }) => key === renaming)) setRenaming(null)
  const change = (next: Partial<LibraryView>) => {
    const changed = { ...view, ...next }
    setView(changed)
    keepLibraryView(person, projectRef, changed)
  }
  const toggle = <Item,>(list: readonly Item[], item: Item) => (list.includes(item) ? list.filter((each) => each !== item) : [...list, item])

  /** What is open of a folder is open where it goes, and whoever stands on it goes with it. */
  const moveFolder: SnippetActions['moveFolder'] = async (visibility, from, to) => {
    change({ toggled: toggledAfterMove(view.toggled, visibility, from, to) })
    setMoved({ from: folderKey(visibility, from), to: folderKey(visibility, to) })
    await actions.moveFolder(visibility, from, to)
  }

  const onRenamed = (row: TreeRow, name: string | null) => {
    setRenaming(null)
    if (name === null) return
    if (row.kind === 'snippet') void actions.rename(row.snippet, name)
    else if (row.kind === 'folder') {
      const parent = row.path.split('/').slice(0, -1)
      onDialog(null)
      void moveFolder(row.section, row.path, [...parent, name.replaceAll('/', '-')].join('/')).catch(() => {
        onDialog({ kind: 'move-folder', visibility: row.section, path: row.path })
      })
    }
  }
  const onMove = (row: TreeRow, to: TreeRow) => {
    if (to.kind === 'snippet' || to.section === 'favorites' || row.kind === 'section') return
    const target = to.kind === 'folder' ? to.path : ''
    const tell = (thrown: unknown) => toast.error(failureText(libraryText.moveTask(nameOfRow(row)), thrown))
    if (row.kind === 'folder') {
      if (row.section !== to.section) {
        return toast.error(libraryText.folderStays(row.name, sectionTitles[row.section]))
      }
      const path = target === '' ? row.name : `${target}/${row.name}`
      if (path !== row.path) moveFolder(row.section, row.path, path).catch(tell)
    } else if (row.snippet.visibility !== to.section) onDialog({ kind: 'share', snippet: row.snippet, visibility: to.section, folder: target })
    else if (row.snippet.folder !== target) actions.place(row.snippet, { folder: target }).catch(tell)
  }
  const download = (items: readonly Snippet[], name: string) => void actions.downloadAll(items, name)
  const renderMenu = (row: TreeRow | null) => {
    if (row === null) return <MenuItem onSelect={onNew}>{libraryText.newSnippet}</MenuItem>
    if (row.kind !== 'snippet') {
      return (
        <FolderMenu
          row={row}
          onRename={() => setRenaming(row.key)}
          onDialog={onDialog}
          onDownload={() =>
            download(
              (snippets ?? []).filter((snippet) => isIn(snippet, row)),
              row.name,
            )
          }
        />
      )
    }
    return (
      <SnippetMenu
        snippet={row.snippet}
        actions={actions}
        mayShare={mayShare}
        mayDelete={mayDelete(row.snippet)}
        onOpen={onOpen}
        onRename={() => setRenaming(row.key)}
        onDialog={onDialog}
      />
    )
  }
  const take = (reading: Promise<readonly File[]>) => {
    // a file or folder that was moved away, or may not be read
    const tell = (thrown: unknown) => toast.error(failureText(libraryText.readFilesTask, thrown))
    reading.then(importFiles).then(bringIn).catch(tell)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- a place to drop files on; a button does the same
    <div
      className={cn('flex min-h-0 flex-1 flex-col', isDropping && 'bg-selected')}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setIsDropping(true)
      }}
      onDragLeave={() => setIsDropping(false)}
      onDrop={(event) => {
        setIsDropping(false)
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        take(filesOfDrop(event.dataTransfer))
      }}
    >
      <div className="flex gap-1 p-2 pb-1">
        <SearchInput
          ref={searchBox}
          label={libraryText.searchSnippets}
          placeholder={libraryText.search}
          className="min-w-0 flex-1"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'ArrowDown') tree.current?.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]')?.focus()
            else if (event.key === 'Enter' && rows[0]?.kind === 'snippet') onOpen(rows[0].snippet.id)
            else return
            event.preventDefault()
          }}
        />
        <Menu
          align="end"
          trigger={
            <IconButton label={libraryText.viewAndFiles}>
              <SlidersHorizontal aria-hidden />
            </IconButton>
          }
        >
          <MenuChoice
            label={libraryText.sortBy}
            value={view.sort}
            options={[
              { value: 'name', label: libraryText.name },
              { value: 'updated_at', label: libraryText.lastModified },
            ]}
            onChange={(sort) => change({ sort })}
          />
          <MenuSeparator />
          <MenuItem icon={<FileUp aria-hidden />} onSelect={() => files.current?.click()}>
            {libraryText.importSqlFiles}
          </MenuItem>
          <MenuItem icon={<FolderUp aria-hidden />} onSelect={() => folder.current?.click()}>
            {libraryText.importFolder}
          </MenuItem>
          <MenuItem icon={<Download aria-hidden />} disabled={(snippets?.length ?? 0) === 0} onSelect={() => download(snippets ?? [], 'snippets')}>
            {libraryText.exportAll}
          </MenuItem>
        </Menu>
        <IconButton label={libraryText.newSnippet} onClick={onNew}>
          <Plus aria-hidden />
        </IconButton>
        <FileInput ref={files} onFiles={(list) => take(Promise.resolve(list))} />
        <FileInput ref={folder} isFolder onFiles={(list) => take(Promise.resolve(list))} />
      </div>
      {tags.length > 0 && (
        <ul aria-label={libraryText.tags} className="flex max-h-16 flex-wrap gap-1 overflow-y-auto px-2 pb-1">
          {tags.slice(0, 20).map(([tag, count]) => (
            <li key={tag} className="flex max-w-full">
              <button
                type="button"
                aria-pressed={chosen.includes(tag)}
                className={cn(
                  'max-w-full truncate rounded-full border px-1.5 text-2xs text-soft hover:text-fg',
                  chosen.includes(tag) && 'border-accent bg-selected text-fg',
                )}
                onClick={() => change({ tags: toggle(chosen, tag) })}
              >
                {tag} <span className="text-faint tabular-nums">{count}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {all.error !== null && (
        <div className="p-2">
          <ErrorNotice error={all.error} subject={libraryText.failedLoadSnippets} onRetry={() => void all.refetch()} />
        </div>
      )}
      {search !== '' && found.error !== null && (
        <div className="p-2">
          <ErrorNotice error={found.error} subject={libraryText.failedSearchSnippets} onRetry={() => void found.refetch()} />
        </div>
      )}
      {all.isPending ? (
        <div aria-busy className="flex flex-col gap-3 p-3">
          <Skeleton className="h-3 w-2/3" />
          <Skeleton className="h-3 w-1/2" />
          <Skeleton className="h-3 w-3/5" />
        </div>
      ) : (
        // a failed load doesn't mean there are none
        (snippets !== undefined || search !== '') && (
          <LibraryList
            ref={tree}
            projectRef={projectRef}
            rows={rows}
            activeId={activeId}
            renaming={renaming}
            moved={moved}
            onOpen={onOpen}
            onToggle={(key) => change({ toggled: toggle(view.toggled, key) })}
            onRename={(row) => (row.kind !== 'snippet' || row.snippet.is_writable) && setRenaming(row.key)}
            onRenamed={onRenamed}
            onDelete={(row) => row.kind === 'snippet' && mayDelete(row.snippet) && onDialog({ kind: 'remove', snippet: row.snippet })}
            onMove={onMove}
            onType={() => searchBox.current?.focus()}
            renderMenu={renderMenu}
          />
        )
      )}
      {(snippets !== undefined || search !== '') && (
        <LibraryFoot
          search={search}
          rows={rows}
          isCut={search !== '' && found.data?.next_offset != null}
          count={snippets?.length ?? 0}
          onNew={onNew}
        />
      )}
      <SnippetDialogs
        projectRef={projectRef}
        dialog={dialog}
        snippets={snippets ?? []}
        actions={{ ...actions, moveFolder }}
        onDialog={onDialog}
        onOpen={onOpen}
      />
    </div>
  )
}

const nameOfRow = (row: TreeRow) => (row.kind === 'snippet' ? row.snippet.name : row.name)

function isIn(snippet: Snippet, row: Extract<TreeRow, { kind: 'folder' | 'section' }>): boolean {
  if (row.section === 'favorites') return snippet.is_favorite
  if (snippet.visibility !== row.section) return false
  return row.kind === 'section' || snippet.folder === row.path || snippet.folder.startsWith(`${row.path}/`)
}

interface FileInputProps {
  readonly ref: Ref<HTMLInputElement>
  readonly isFolder?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** Asks for files; the menu clicks it. */
function FileInput({ ref, isFolder = false, onFiles }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      multiple
      hidden
      aria-label={isFolder ? libraryText.folderToImport : libraryText.filesToImport}
      {...(isFolder ? { webkitdirectory: '' } : { accept: '.sql,.psql,.pgsql,.txt' })}
      onChange={({ target }) => {
        onFiles([...(target.files ?? [])])
        target.value = ''
      }}
    />
  )
}

interface LibraryFootProps {
  readonly search: string
  readonly rows: readonly TreeRow[]
  readonly isCut: boolean
  readonly count: number
  readonly onNew: () => void
}

function LibraryFoot({ search, rows, isCut, count, onNew }: LibraryFootProps) {
  if (search !== '') {
    const text = rows.length === 0 ? libraryText.noMatch(search) : isCut ? libraryText.onlyFirst(rows.length) : libraryText.found(rows.length)
    return <output className="border-t px-3 py-1.5 text-xs text-faint">{text}</output>
  }
  if (count > 0) return null
  return (
    <div className="flex flex-col items-start gap-2 border-t p-3 text-xs text-soft">
      <p>{libraryText.empty}</p>
      <Button size="sm" onClick={onNew}>
        {libraryText.newSnippet}
      </Button>
    </div>
  )
}
