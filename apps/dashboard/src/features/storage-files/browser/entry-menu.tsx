import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { ClipboardPaste, Copy, Download, Eye, FileCog, FlaskConical, FolderInput, FolderOpen, Link2, Pencil, Trash2 } from 'lucide-react'
import { modified } from '../../../lib/modifier-key.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import type { Entry } from '../entries/entry.ts'
import { copyText } from '../messages.ts'

export interface EntryMenuProps {
  /** What is selected. */
  readonly entries: readonly Entry[]
  readonly actions: FileActions
  readonly onOpen: (entry: Entry) => void
}

/** What can be done with what is selected. */
export function EntryMenu({ entries, actions, onOpen }: EntryMenuProps) {
  const [only] = entries
  if (only === undefined) return null
  const isOne = entries.length === 1
  return (
    <>
      {isOne && (
        <MenuItem icon={only.kind === 'folder' ? <FolderOpen aria-hidden /> : <Eye aria-hidden />} hint="↵" onSelect={() => onOpen(only)}>
          {only.kind === 'folder' ? 'Open' : 'Preview'}
        </MenuItem>
      )}
      <MenuItem icon={<Download aria-hidden />} onSelect={() => actions.download(entries)}>
        {isOne && only.kind === 'file' ? 'Download' : 'Download as zip'}
      </MenuItem>
      {isOne && only.kind === 'file' && (
        <>
          {(actions.isPublic || actions.mayWrite) && <MenuSeparator />}
          {actions.isPublic && (
            <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.copyUrl(only)}>
              Copy URL
            </MenuItem>
          )}
          {actions.mayWrite && (
            <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.sign(only)}>
              Create signed URL
            </MenuItem>
          )}
        </>
      )}
      {isOne && only.kind === 'file' && actions.test !== null && (
        <MenuItem icon={<FlaskConical aria-hidden />} onSelect={() => actions.test?.(only)}>
          Test access
        </MenuItem>
      )}
      {actions.mayWrite && (
        <>
          <MenuSeparator />
          {isOne && (
            <MenuItem icon={<Pencil aria-hidden />} hint="F2" onSelect={() => actions.rename(only)}>
              Rename
            </MenuItem>
          )}
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => actions.move(entries)}>
            Move
          </MenuItem>
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => actions.copy(entries)}>
            Copy to
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden />} hint={modified('C')} onSelect={() => actions.clip(entries)}>
            Copy
          </MenuItem>
          {actions.paste !== null && (
            <MenuItem icon={<ClipboardPaste aria-hidden />} hint={modified('V')} onSelect={actions.paste}>
              {copyText.paste(actions.clipped)}
            </MenuItem>
          )}
          {isOne && only.kind === 'file' && (
            <MenuItem icon={<FileCog aria-hidden />} onSelect={() => actions.editDetails(only)}>
              Edit details
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger hint="Del" onSelect={() => actions.remove(entries)}>
            Delete
          </MenuItem>
        </>
      )}
    </>
  )
}
