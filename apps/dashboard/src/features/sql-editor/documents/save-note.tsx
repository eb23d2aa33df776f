import { Button, cn, Tooltip } from '@colonnade/ui'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConflictWords } from '../diff/conflict-words.ts'
import type { OpenDocument } from './document-state.ts'

export interface SaveNoteProps {
  readonly document: OpenDocument
  /** Of what was written elsewhere, where that stands against it. */
  readonly conflict: ConflictWords | null
  /** Shows what was written elsewhere beside what is here. */
  readonly onCompare: () => void
  /** Makes a text of its own from it. */
  readonly onCopy: () => void
}

/** Whether what is written is saved, in a few calm words. */
export function SaveNote(props: SaveNoteProps) {
  return <output className="flex min-w-28 flex-1 items-center gap-1.5 text-xs text-faint">{noteOf(props)}</output>
}

function noteOf({ document, conflict, onCompare, onCopy }: SaveNoteProps): ReactNode {
  const { save, isDirty, isNew, isLost, snippet } = document
  if (isLost && isDirty) {
    return (
      <Note icon={<TriangleAlert />} isWarning hint="Neither the server nor this browser has taken the text: copy it before the page is closed">
        Kept nowhere: copy it
      </Note>
    )
  }
  switch (save.kind) {
    case 'saving':
      return <Note icon={<LoaderCircle className="animate-spin motion-reduce:animate-none" />}>Saving…</Note>
    case 'delayed':
      return (
        <Note
          icon={<CloudOff />}
          isWarning
          hint={`${save.error.message.replace(/\.$/, '')}. The text is kept in this browser and is saved as soon as it can be`}
        >
          {save.error.code === 'unavailable' ? 'Not saved: offline, kept in this browser' : 'Not saved yet, kept in this browser'}
        </Note>
      )
    case 'refused':
      return (
        <Note icon={<TriangleAlert />} isWarning hint={`${save.error.message}. The text is kept in this browser`}>
          Not saved: {save.error.message}
        </Note>
      )
    case 'conflict':
      return (
        <>
          <Note icon={<TriangleAlert />} isWarning hint="What you have written is kept in this browser until you decide">
            {conflict?.note}
          </Note>
          <Button size="sm" onClick={onCompare}>
            Compare
          </Button>
        </>
      )
    case 'gone':
      return (
        <>
          <Note icon={<TriangleAlert />} isWarning hint="It was deleted, or is not shared with you any more. The text is kept in this browser">
            Gone from the project
          </Note>
          <Button size="sm" onClick={onCopy}>
            Save as a copy
          </Button>
        </>
      )
    case 'idle':
      if (snippet?.is_writable === false) {
        return (
          <>
            <Note hint={`It belongs to ${snippet.owner.username}. You can run it, and change a copy of it`}>Read-only</Note>
            <Button size="sm" onClick={onCopy}>
              Duplicate to edit
            </Button>
          </>
        )
      }
      if (isDirty) return <Note>{isNew ? 'Not saved yet' : 'Edited'}</Note>
      return isNew ? null : <Note icon={<Check />}>Saved</Note>
  }
}

interface NoteProps {
  readonly icon?: ReactNode
  readonly isWarning?: boolean
  readonly hint?: string
  readonly children: ReactNode
}

function Note({ icon, isWarning = false, hint, children }: NoteProps) {
  const words = (
    <>
      <span aria-hidden className="flex [&_svg]:size-3.5">
        {icon}
      </span>
      <span className="truncate">{children}</span>
    </>
  )
  const className = cn('flex min-w-0 items-center gap-1', isWarning && 'text-warning')
  if (hint === undefined) return <span className={className}>{words}</span>
  return (
    <Tooltip content={hint}>
      <button type="button" className={cn(className, 'rounded-sm')} data-warning={isWarning ? '' : undefined}>
        {words}
      </button>
    </Tooltip>
  )
}
