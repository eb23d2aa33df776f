import type { Snippet } from '@colonnade/contracts/data/snippets'
import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { Copy, Download, FolderInput, History, Link, Lock, PencilLine, SquareArrowOutUpRight, Star, StarOff, Tags, Trash2, Users } from 'lucide-react'
import { snippetMenuText } from './messages.ts'
import type { SnippetActions } from './snippet-actions.ts'
import type { SnippetDialog } from './snippet-dialogs.tsx'
import type { TreeRow } from './snippet-tree.ts'

export interface SnippetMenuProps {
  readonly snippet: Snippet
  readonly actions: SnippetActions
  /** The person may change the project's database, which sharing takes. */
  readonly mayShare: boolean
  readonly mayDelete: boolean
  readonly onOpen: (id: string) => void
  readonly onRename: () => void
  readonly onDialog: (dialog: SnippetDialog) => void
}

/** What can be done with a snippet. */
export function SnippetMenu({ snippet, actions, mayShare, mayDelete, onOpen, onRename, onDialog }: SnippetMenuProps) {
  const { is_writable, is_mine, is_favorite, visibility } = snippet
  return (
    <>
      <MenuItem icon={<SquareArrowOutUpRight aria-hidden />} hint="↵" onSelect={() => onOpen(snippet.id)}>
        {snippetMenuText.open}
      </MenuItem>
      <MenuItem icon={<PencilLine aria-hidden />} hint="F2" disabled={!is_writable} onSelect={onRename}>
        {snippetMenuText.rename}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} onSelect={() => void actions.duplicate(snippet)}>
        {snippetMenuText.duplicate}
      </MenuItem>
      <MenuItem icon={<FolderInput aria-hidden />} disabled={!is_writable} onSelect={() => onDialog({ kind: 'move', snippet })}>
        {snippetMenuText.moveTo}
      </MenuItem>
      <MenuItem icon={<Tags aria-hidden />} disabled={!is_writable} onSelect={() => onDialog({ kind: 'tags', snippet })}>
        {snippetMenuText.tags}
      </MenuItem>
      <MenuItem icon={is_favorite ? <StarOff aria-hidden /> : <Star aria-hidden />} onSelect={() => void actions.setFavorite(snippet, !is_favorite)}>
        {is_favorite ? snippetMenuText.removeFromFavorites : snippetMenuText.addFavorites}
      </MenuItem>
      {visibility === 'private' ? (
        <MenuItem icon={<Users aria-hidden />} disabled={!mayShare} onSelect={() => onDialog({ kind: 'share', snippet, visibility: 'project' })}>
          {snippetMenuText.shareWithProject}
        </MenuItem>
      ) : (
        <MenuItem icon={<Lock aria-hidden />} disabled={!is_mine} onSelect={() => onDialog({ kind: 'share', snippet, visibility: 'private' })}>
          {snippetMenuText.makePrivate}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Link aria-hidden />} onSelect={() => actions.copyLink(snippet)}>
        {snippetMenuText.copyLink}
      </MenuItem>
      <MenuItem icon={<Download aria-hidden />} onSelect={() => void actions.download(snippet)}>
        {snippetMenuText.downloadSql}
      </MenuItem>
      <MenuItem icon={<History aria-hidden />} onSelect={() => onDialog({ kind: 'versions', snippet })}>
        {snippetMenuText.versions}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 aria-hidden />} isDanger hint="Del" disabled={!mayDelete} onSelect={() => onDialog({ kind: 'remove', snippet })}>
        {snippetMenuText.delete}
      </MenuItem>
    </>
  )
}

export interface FolderMenuProps {
  readonly row: Extract<TreeRow, { kind: 'folder' | 'section' }>
  readonly onRename: () => void
  readonly onDialog: (dialog: SnippetDialog) => void
  readonly onDownload: (row: Extract<TreeRow, { kind: 'folder' | 'section' }>) => void
}

/** What can be done with a folder or a section. */
export function FolderMenu({ row, onRename, onDialog, onDownload }: FolderMenuProps) {
  return (
    <>
      {row.kind === 'folder' && (
        <>
          <MenuItem icon={<PencilLine aria-hidden />} hint="F2" onSelect={onRename}>
            {snippetMenuText.rename}
          </MenuItem>
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => onDialog({ kind: 'move-folder', visibility: row.section, path: row.path })}>
            {snippetMenuText.moveTo}
          </MenuItem>
        </>
      )}
      <MenuItem icon={<Download aria-hidden />} disabled={row.count === 0} onSelect={() => onDownload(row)}>
        {snippetMenuText.downloadAsOneFile}
      </MenuItem>
    </>
  )
}
