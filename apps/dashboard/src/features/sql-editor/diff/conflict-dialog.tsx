import type { SnippetDetails } from '@colonnade/contracts/data/snippets'
import { Button, Dialog } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { TextDiff, type TextDiffHandle } from '../../../lib/text-diff/text-diff.tsx'
import type { SqlDocumentStore } from '../documents/document-store.ts'
import type { ConflictWords } from './conflict-words.ts'
import { conflictDialogText } from './messages.ts'

export interface ConflictDialogProps {
  readonly store: SqlDocumentStore
  readonly theirs: SnippetDetails
  readonly words: ConflictWords
  readonly onCopy: () => void
  /** It was given up. */
  readonly onClose: () => void
  /** The conflict is resolved: the button that opened the dialog is removed. */
  readonly onSettled: () => void
}

/** One text was changed at two places: what each has become, and the ways out, none of which loses anything unasked. */
export function ConflictDialog({ store, theirs, words, onCopy, onClose, onSettled }: ConflictDialogProps) {
  const diff = useRef<TextDiffHandle>(null)
  const [mine] = useState(() => store.text)
  const settle = () => {
    onSettled()
    const merged = diff.current?.text() ?? mine
    void store.keepMine(merged === mine ? undefined : merged)
  }
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={words.title}
      description={words.description}
      className="top-[5dvh] max-h-[90dvh] w-[72rem]"
      footer={
        <div className="flex flex-wrap justify-end gap-2">
          <Button
            onClick={() => {
              onSettled()
              onCopy()
              store.takeTheirs()
            }}
          >
            {conflictDialogText.saveMineAsCopy}
          </Button>
          <Button
            onClick={() => {
              onSettled()
              store.takeTheirs()
            }}
          >
            {words.take}
          </Button>
          <Button variant="primary" onClick={settle}>
            {conflictDialogText.keepRight}
          </Button>
        </div>
      }
    >
      <div className="flex h-[60dvh] min-h-0 flex-col">
        <TextDiff ref={diff} before={theirs.content} after={mine} labels={{ before: words.before, after: conflictDialogText.yours }} isEditable />
      </div>
    </Dialog>
  )
}
