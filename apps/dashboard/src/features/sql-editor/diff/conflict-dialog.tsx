import type { SnippetDetails } from '@colonnade/contracts'
import { Button, Dialog } from '@colonnade/ui'
import { useRef, useState } from 'react'
import type { SqlDocumentStore } from '../documents/document-store.ts'
import { TextDiff, type TextDiffHandle } from '../../../lib/text-diff/text-diff.tsx'

export interface ConflictDialogProps {
  readonly store: SqlDocumentStore
  readonly theirs: SnippetDetails
  readonly onCopy: () => void
  readonly onClose: () => void
}

/** Two people have changed one text: what each wrote, and the ways out, none of which loses anything unasked. */
export function ConflictDialog({ store, theirs, onCopy, onClose }: ConflictDialogProps) {
  const diff = useRef<TextDiffHandle>(null)
  const [mine] = useState(() => store.text)
  const who = theirs.updated_by.username
  const settle = () => {
    onClose()
    const merged = diff.current?.text() ?? mine
    void store.keepMine(merged === mine ? undefined : merged)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`${who} changed “${theirs.name}” meanwhile`}
      description={`At the left what ${who} saved, at the right yours, which you can edit here. What you keep goes over theirs, which stays in the versions; taking theirs can be undone in the editor.`}
      className="top-[5dvh] max-h-[90dvh] w-[72rem]"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              onClose()
              onCopy()
              store.takeTheirs()
            }}
          >
            Save mine as a copy
          </Button>
          <Button
            onClick={() => {
              onClose()
              store.takeTheirs()
            }}
          >
            Take theirs
          </Button>
          <Button variant="primary" onClick={settle}>
            Keep what is at the right
          </Button>
        </div>
      }
    >
      <div className="flex h-[60dvh] min-h-0 flex-col">
        <TextDiff ref={diff} before={theirs.content} after={mine} labels={{ before: `Saved by ${who}`, after: 'Yours' }} isEditable />
      </div>
    </Dialog>
  )
}
