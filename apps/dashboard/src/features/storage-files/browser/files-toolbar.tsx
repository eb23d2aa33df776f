import { Badge, Button, IconButton, Menu, MenuChoice, SearchInput, SegmentedControl } from '@colonnade/ui'
import { ArrowDownUp, ClipboardPaste, FolderPlus, RefreshCw } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useIsNarrow } from '../../../lib/use-is-narrow.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import { copyText, toolbarText } from '../messages.ts'
import type { FilesSearch, View } from '../search.ts'
import { LookButton } from '../look/look-button.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { UploadButtons } from './upload-buttons.tsx'

export interface FilesToolbarProps {
  readonly projectRef: string
  readonly bucket: string
  readonly isPublic: boolean
  readonly search: FilesSearch
  readonly onSearch: (change: Partial<FilesSearch>) => void
  readonly onOpenFolder: (path: string) => void
  readonly onDropOn: ((folder: string) => void) | undefined
  readonly onChoose: (files: FileList) => void
  readonly onRefresh: () => void
  readonly isRefreshing: boolean
  readonly actions: FileActions
}

const viewOptions = [
  { value: 'list', label: toolbarText.views.list },
  { value: 'grid', label: toolbarText.views.grid },
  { value: 'columns', label: toolbarText.views.columns },
] as const

const orders = [
  { value: 'name', label: toolbarText.orders.name },
  { value: '-name', label: toolbarText.orders['-name'] },
  { value: '-updated_at', label: toolbarText.orders['-updated_at'] },
  { value: 'updated_at', label: toolbarText.orders.updated_at },
  { value: '-created_at', label: toolbarText.orders['-created_at'] },
  { value: 'created_at', label: toolbarText.orders.created_at },
] as const

/** Shows the current folder, the view options, and buttons that add files. */
export function FilesToolbar({
  projectRef,
  bucket,
  isPublic,
  search,
  onSearch,
  onOpenFolder,
  onDropOn,
  onChoose,
  onRefresh,
  isRefreshing,
  actions,
}: FilesToolbarProps) {
  const isNarrow = useIsNarrow()
  const goToList = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    document.querySelector<HTMLElement>('[data-files]')?.focus()
  }
  return (
    <header className="flex flex-wrap items-center gap-2 border-b px-3 py-2">
      <div className="flex min-w-40 flex-1 items-center gap-1">
        <Breadcrumb bucket={bucket} path={search.path ?? ''} onOpen={onOpenFolder} onDrop={onDropOn} />
        {isPublic && <Badge tone="warning">{toolbarText.isPublic}</Badge>}
      </div>
      <SearchInput
        label={toolbarText.search}
        placeholder={toolbarText.searchPlaceholder}
        aria-keyshortcuts="/"
        data-files-search=""
        className="w-full md:w-52"
        value={search.q ?? ''}
        onKeyDown={goToList}
        onChange={(event) => onSearch({ q: event.target.value === '' ? undefined : event.target.value })}
      />
      <SegmentedControl<View>
        label={toolbarText.view}
        value={search.view ?? 'list'}
        options={isNarrow ? viewOptions.filter(({ value }) => value !== 'columns') : viewOptions}
        onValueChange={(view) => onSearch({ view: view === 'list' ? undefined : view })}
      />
      <Menu
        align="end"
        trigger={
          <IconButton label={toolbarText.sort} size="md" variant="secondary">
            <ArrowDownUp aria-hidden />
          </IconButton>
        }
      >
        <MenuChoice
          label={toolbarText.sortBy}
          value={search.sort ?? 'name'}
          options={orders}
          onChange={(sort) => onSearch({ sort: sort === 'name' ? undefined : sort })}
        />
      </Menu>
      <IconButton label={toolbarText.refresh} size="md" variant="secondary" aria-busy={isRefreshing} onClick={onRefresh}>
        <RefreshCw aria-hidden />
      </IconButton>
      <LookButton projectRef={projectRef} />
      {actions.mayWrite && (
        <>
          {(actions.paste !== null || actions.isPasting) && (
            <Button isPending={actions.isPasting} onClick={() => actions.paste?.()}>
              <ClipboardPaste aria-hidden /> <span className="max-md:sr-only">{copyText.paste(actions.clipped)}</span>
            </Button>
          )}
          <Button onClick={actions.createFolder}>
            <FolderPlus aria-hidden /> <span className="max-md:sr-only">{toolbarText.newFolder}</span>
          </Button>
          <UploadButtons onChoose={onChoose} />
        </>
      )}
    </header>
  )
}
