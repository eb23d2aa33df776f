import { Button, Dialog, Field, Input } from '@colonnade/ui'
import { useState } from 'react'
import type { InsertTarget } from '../../../../lib/data-grid/ranges/clipboard-text.ts'
import { readTarget } from './insert-target.ts'
import { insertDialogText } from './messages.ts'

export interface InsertDialogProps {
  readonly isOpen: boolean
  readonly onTarget: (target: InsertTarget) => void
  readonly onClose: () => void
}

/** Asks which table INSERT statements are for, where the columns don't say it. */
export function InsertDialog({ isOpen, onTarget, onClose }: InsertDialogProps) {
  const [text, setText] = useState('')
  const [isTried, setIsTried] = useState(false)
  const target = readTarget(text)
  return (
    <Dialog isOpen={isOpen} onOpenChange={(next) => !next && onClose()} title={insertDialogText.title} className="w-96">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          setIsTried(true)
          if (target !== null) onTarget(target)
        }}
      >
        <Field
          label={insertDialogText.table}
          hint={insertDialogText.tableHint}
          error={isTried && target === null ? insertDialogText.tableInvalid : undefined}
        >
          <Input
            className="font-mono"
            spellCheck={false}
            autoComplete="off"
            placeholder={insertDialogText.tablePlaceholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{insertDialogText.cancel}</Button>
          <Button type="submit" variant="primary">
            {insertDialogText.continue}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
