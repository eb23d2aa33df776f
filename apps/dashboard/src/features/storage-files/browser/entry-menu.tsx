import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { ClipboardPaste, Copy, Download, Eye, FileCog, FlaskConical, FolderInput, FolderOpen, Link2, Pencil, Trash2 } from 'lucide-react'
import { modified } from '../../../lib/modifier-key.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import type { Entry } from '../entries/entry.ts'
import { actionText, copyText } from '../messages.ts'

export interface EntryMenuProps {
  /** The selected entries. */
  readonly entries: readonly Entry[]
  readonly actions: FileActions
  readonly onOpen: (entry: Entry) => void
}

/** Lists the actions for the selected entries. */
export function EntryMenu({ entries, actions, onOpen }: EntryMenuProps) {
  const [only] = entries
  if (only === undefined) return null
  const isOne = entries.length === 1
  return (
    <>
      {isOne && (
        <MenuItem icon={only.kind === 'folder' ? <FolderOpen aria-hidden /> : <Eye aria-hidden />} hint="↵" onSelect={() => onOpen(only)}>
          {only.kind === 'folder' ? actionText.open : actionText.preview}
        </MenuItem>
      )}
      <MenuItem icon={<Download aria-hidden />} onSelect={() => actions.download(entries)}>
        {isOne && only.kind === 'file' ? actionText.download : actionText.downloadZip}
      </MenuItem>
      {isOne && only.kind === 'file' && (
        <>
          {(actions.isPublic || actions.mayWrite) && <MenuSeparator />}
          {actions.isPublic && (
            <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.copyUrl(only)}>
              {actionText.copyUrl}
            </MenuItem>
          )}
          {actions.mayWrite && (
            <MenuItem icon={<Link2 aria-hidden />} onSelect={() => actions.sign(only)}>
              {actionText.createSignedUrl}
            </MenuItem>
          )}
        </>
      )}
      {isOne && only.kind === 'file' && actions.test !== null && (
        <MenuItem icon={<FlaskConical aria-hidden />} onSelect={() => actions.test?.(only)}>
          {actionText.test}
        </MenuItem>
      )}
      {actions.mayWrite && (
        <>
          <MenuSeparator />
          {isOne && (
            <MenuItem icon={<Pencil aria-hidden />} hint="F2" onSelect={() => actions.rename(only)}>
              {actionText.rename}
            </MenuItem>
          )}
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => actions.move(entries)}>
            {actionText.move}
          </MenuItem>
          <MenuItem icon={<FolderInput aria-hidden />} onSelect={() => actions.copy(entries)}>
            {actionText.copyTo}
          </MenuItem>
          <MenuItem icon={<Copy aria-hidden />} hint={modified('C')} onSelect={() => actions.clip(entries)}>
            {actionText.copy}
          </MenuItem>
          {actions.paste !== null && (
            <MenuItem icon={<ClipboardPaste aria-hidden />} hint={modified('V')} onSelect={actions.paste}>
              {copyText.paste(actions.clipped)}
            </MenuItem>
          )}
          {isOne && only.kind === 'file' && (
            <MenuItem icon={<FileCog aria-hidden />} onSelect={() => actions.editDetails(only)}>
              {actionText.editDetails}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem icon={<Trash2 aria-hidden />} isDanger hint={actionText.deleteKey} onSelect={() => actions.remove(entries)}>
            {actionText.remove}
          </MenuItem>
        </>
      )}
    </>
  )
}
