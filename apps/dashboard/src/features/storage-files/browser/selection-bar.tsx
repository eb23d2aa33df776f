import { Button, IconButton } from '@colonnade/ui'
import { Copy, Download, FolderInput, Link2, Pencil, Trash2, X } from 'lucide-react'
import { formatBytes } from '../../../lib/bytes.ts'
import type { FileActions } from '../actions/file-actions.tsx'
import type { Entry } from '../entries/entry.ts'
import { countOf } from '../messages.ts'

export interface SelectionBarProps {
  readonly entries: readonly Entry[]
  readonly actions: FileActions
  readonly onClear: () => void
}

/** How much is selected, and what can be done with it. */
export function SelectionBar({ entries, actions, onClear }: SelectionBarProps) {
  const bytes = entries.reduce((sum, entry) => sum + (entry.kind === 'file' ? (entry.size ?? 0) : 0), 0)
  const [only] = entries.length === 1 ? entries : []
  return (
    <div role="toolbar" aria-label="Selection" className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-sunken px-3 py-1">
      <IconButton label="Clear selection" onClick={onClear}>
        <X aria-hidden />
      </IconButton>
      <span className="mr-auto text-sm tabular-nums">
        {countOf(entries.length, 'item')} selected{bytes > 0 && <span className="text-faint"> · {formatBytes(bytes)}</span>}
      </span>
      <Button size="sm" onClick={() => actions.download(entries)}>
        <Download aria-hidden /> <span className="max-md:sr-only">{only?.kind === 'file' ? 'Download' : 'Download as zip'}</span>
      </Button>
      {only?.kind === 'file' && (actions.isPublic || actions.mayWrite) && (
        <Button size="sm" onClick={() => (actions.isPublic ? actions.copyUrl(only) : actions.sign(only))}>
          <Link2 aria-hidden /> <span className="max-md:sr-only">{actions.isPublic ? 'Copy URL' : 'Signed URL'}</span>
        </Button>
      )}
      {actions.mayWrite && (
        <>
          {only !== undefined && (
            <Button size="sm" onClick={() => actions.rename(only)}>
              <Pencil aria-hidden /> <span className="max-md:sr-only">Rename</span>
            </Button>
          )}
          <Button size="sm" onClick={() => actions.move(entries)}>
            <FolderInput aria-hidden /> <span className="max-md:sr-only">Move</span>
          </Button>
          <Button size="sm" onClick={() => actions.copy(entries)}>
            <Copy aria-hidden /> <span className="max-md:sr-only">Copy to</span>
          </Button>
          <Button size="sm" onClick={() => actions.remove(entries)}>
            <Trash2 aria-hidden /> <span className="max-md:sr-only">Delete</span>
          </Button>
        </>
      )}
    </div>
  )
}
