import { cn } from '@colonnade/ui'
import { ChevronRight, Ellipsis, FileCode2, Folder, FolderOpen, Star, Users } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { libraryRowText } from './messages.ts'
import type { TreeRow } from './snippet-tree.ts'

export interface LibraryRowProps {
  readonly projectRef: string
  readonly row: TreeRow
  /** True if Tab reaches it. */
  readonly isActive: boolean
  /** Its text is in the editor. */
  readonly isShown: boolean
  readonly isRenaming: boolean
  readonly onOpen: (id: string) => void
  readonly onToggle: (key: string) => void
  readonly onRenamed: (row: TreeRow, name: string | null) => void
}

/** A section, folder or snippet, and the button that opens its menu. */
export function LibraryRow({ projectRef, row, isActive, isShown, isRenaming, onOpen, onToggle, onRenamed }: LibraryRowProps) {
  if (isRenaming) return <RenameField row={row} onRenamed={onRenamed} />
  const place = {
    role: 'treeitem' as const,
    tabIndex: isActive ? 0 : -1,
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.siblings,
  }
  if (row.kind === 'section') {
    return (
      <button
        type="button"
        {...place}
        aria-expanded={row.isOpen}
        className="group/open flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-md px-1 text-xs text-faint hover:text-fg"
        onClick={() => onToggle(row.key)}
      >
        <Chevron />
        <span className="truncate font-medium">{row.name}</span>
        <Count count={row.count} />
      </button>
    )
  }
  if (row.kind === 'folder') {
    const Icon = row.isOpen ? FolderOpen : Folder
    return (
      <>
        <button
          type="button"
          {...place}
          draggable
          aria-expanded={row.isOpen}
          className="group/open flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-md px-1 text-sm text-soft hover:bg-hover hover:text-fg"
          onClick={() => onToggle(row.key)}
        >
          <Chevron />
          <Icon aria-hidden className="size-3.5 shrink-0 text-faint" />
          <span className="truncate">{row.name}</span>
          <Count count={row.count} />
        </button>
        <MenuButton name={row.name} />
      </>
    )
  }
  const { id, name, visibility, is_mine, is_favorite, is_writable, line, owner } = row.snippet
  const isShared = visibility === 'project'
  return (
    <>
      <AppLink
        href={paths.project.sql(projectRef, id)}
        {...place}
        aria-selected={isShown}
        draggable={is_writable}
        title={is_mine ? name : `${name} · ${owner.username}`}
        className={cn(
          'flex h-full min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm text-soft group-hover:pr-8 hover:bg-hover hover:text-fg pointer-coarse:pr-8',
          isShown && 'bg-selected text-fg',
        )}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
          event.preventDefault()
          onOpen(id)
        }}
      >
        <FileCode2 aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="flex min-w-0 flex-1 flex-col">
          <span className="truncate">{name}</span>
          {typeof line === 'string' && <span className="truncate font-mono text-2xs text-faint">{line}</span>}
        </span>
        {is_favorite && row.section !== 'favorites' && (
          <Mark label={libraryRowText.favorite}>
            <Star className="fill-current" />
          </Mark>
        )}
        {isShared && row.section !== 'project' && (
          <Mark label={libraryRowText.sharedWithProject}>
            <Users />
          </Mark>
        )}
      </AppLink>
      <MenuButton name={name} />
    </>
  )
}

const Chevron = () => <ChevronRight aria-hidden className="size-3 shrink-0 transition-transform group-aria-expanded/open:rotate-90" />

const Count = ({ count }: { readonly count: number }) => (
  <span className="ml-auto shrink-0 pl-1 text-2xs text-faint tabular-nums group-hover:pr-6 pointer-coarse:pr-6">{count.toLocaleString('en')}</span>
)

function Mark({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <span className="shrink-0 text-faint [&_svg]:size-3">
      <span aria-hidden>{children}</span>
      <span className="sr-only">({label})</span>
    </span>
  )
}

function MenuButton({ name }: { readonly name: string }) {
  return (
    <button
      type="button"
      // by keyboard: the menu key, or Shift+F10, on the line
      tabIndex={-1}
      aria-hidden
      title={libraryRowText.actions(name)}
      data-actions
      className="absolute right-1 hidden size-6 items-center justify-center rounded-md text-faint group-hover:flex hover:bg-hover hover:text-fg pointer-coarse:flex"
      onClick={openContextMenu}
    >
      <Ellipsis aria-hidden className="size-3.5" />
    </button>
  )
}

/** The menu of a right click, below the button. */
function openContextMenu(event: MouseEvent<HTMLElement>): void {
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  event.currentTarget.dispatchEvent(
    new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom, button: 2 }),
  )
}

function RenameField({ row, onRenamed }: Pick<LibraryRowProps, 'row' | 'onRenamed'>) {
  const current = row.kind === 'snippet' ? row.snippet.name : row.name
  const [name, setName] = useState(current)
  const commit = () => onRenamed(row, name.trim() === '' || name.trim() === current ? null : name.trim())
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.key === 'Enter') commit()
    else if (event.key === 'Escape') onRenamed(row, null)
    else return
    event.preventDefault()
  }
  return (
    <input
      aria-label={libraryRowText.newName(current)}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it stands where the line was that was asked to be renamed
      autoFocus
      maxLength={100}
      value={name}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setName(event.target.value)}
      onBlur={commit}
      onKeyDown={onKeyDown}
      className="h-6 min-w-0 flex-1 rounded-sm border border-accent bg-raised px-1.5 text-sm outline-none"
    />
  )
}
