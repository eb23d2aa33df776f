import { Button, cn, Tooltip } from '@colonnade/ui'
import { Check, CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConflictWords } from '../diff/conflict-words.ts'
import type { OpenDocument } from './document-state.ts'
import { saveNoteText } from './messages.ts'

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
      <Note icon={<TriangleAlert />} isWarning hint={saveNoteText.lostHint}>
        {saveNoteText.lost}
      </Note>
    )
  }
  switch (save.kind) {
    case 'saving':
      return <Note icon={<LoaderCircle className="animate-spin motion-reduce:animate-none" />}>{saveNoteText.saving}</Note>
    case 'delayed':
      return (
        <Note icon={<CloudOff />} isWarning hint={saveNoteText.delayedHint(save.error.message.replace(/\.$/, ''))}>
          {save.error.code === 'unavailable' ? saveNoteText.offline : saveNoteText.delayed}
        </Note>
      )
    case 'refused':
      return (
        <Note icon={<TriangleAlert />} isWarning hint={saveNoteText.refusedHint(save.error.message)}>
          {saveNoteText.notSaved(save.error.message)}
        </Note>
      )
    case 'conflict':
      return (
        <>
          <Note icon={<TriangleAlert />} isWarning hint={saveNoteText.conflictHint}>
            {conflict?.note}
          </Note>
          <Button size="sm" onClick={onCompare}>
            {saveNoteText.compare}
          </Button>
        </>
      )
    case 'gone':
      return (
        <>
          <Note icon={<TriangleAlert />} isWarning hint={saveNoteText.goneHint}>
            {saveNoteText.gone}
          </Note>
          <Button size="sm" onClick={onCopy}>
            {saveNoteText.saveCopy}
          </Button>
        </>
      )
    case 'idle':
      if (snippet?.is_writable === false) {
        return (
          <>
            <Note hint={saveNoteText.readOnlyHint(snippet.owner.username)}>{saveNoteText.readOnly}</Note>
            <Button size="sm" onClick={onCopy}>
              {saveNoteText.duplicateEdit}
            </Button>
          </>
        )
      }
      if (isDirty) return <Note>{isNew ? saveNoteText.notSavedYet : saveNoteText.edited}</Note>
      return isNew ? null : <Note icon={<Check />}>{saveNoteText.saved}</Note>
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
