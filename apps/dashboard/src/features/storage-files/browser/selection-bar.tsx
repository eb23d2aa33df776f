import { Button, IconButton } from '@colonnade/ui'
import { Copy, Download, FolderInput, Link2, Pencil, Trash2, X } from 'lucide-react'
import { formatBytes } from '../../../lib/bytes.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import type { Entry } from '../entries/entry.ts'
import { actionText, selectionText } from '../messages.ts'

export interface SelectionBarProps {
  readonly entries: readonly Entry[]
  readonly actions: FileActions
  readonly onClear: () => void
}

/** Shows the size of the selection and its actions. */
export function SelectionBar({ entries, actions, onClear }: SelectionBarProps) {
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? (entry.size ?? 0) : 0), 0)
  const [only] = entries.length === 1 ? entries : []
  return (
    <div role="toolbar" aria-label={selectionText.label} className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-sunken px-3 py-1">
      <IconButton label={selectionText.clear} onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <span className="mr-auto text-sm tabular-nums">
        {selectionText.selected(entries.length)}
        {bytes > 0 && <span className="text-faint"> · {formatBytes(bytes)}</span>}
      </span>
      <Button size="sm" onClick={() => actions.download(entries)}>
        <Download aria-hidden /> <span className="max-md:sr-only">{only?.kind === 'file' ? actionText.download : actionText.downloadZip}</span>
      </Button>
      {only?.kind === 'file' && (actions.isPublic || actions.mayWrite) && (
        <Button size="sm" onClick={() => (actions.isPublic ? actions.copyUrl(only) : actions.sign(only))}>
          <Link2 aria-hidden /> <span className="max-md:sr-only">{actions.isPublic ? actionText.copyUrl : actionText.createSignedUrl}</span>
        </Button>
      )}
      {actions.mayWrite && (
        <>
          {only !== undefined && (
            <Button size="sm" onClick={() => actions.rename(only)}>
              <Pencil aria-hidden /> <span className="max-md:sr-only">{actionText.rename}</span>
            </Button>
          )}
          <Button size="sm" onClick={() => actions.move(entries)}>
            <FolderInput aria-hidden /> <span className="max-md:sr-only">{actionText.move}</span>
          </Button>
          <Button size="sm" onClick={() => actions.copy(entries)}>
            <Copy aria-hidden /> <span className="max-md:sr-only">{actionText.copyTo}</span>
          </Button>
          <Button size="sm" onClick={() => actions.remove(entries)}>
            <Trash2 aria-hidden /> <span className="max-md:sr-only">{actionText.remove}</span>
          </Button>
        </>
      )}
    </div>
  )
}
