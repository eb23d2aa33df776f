import { Button, Field, Input, Popover } from '@colonnade/ui'
import { useState } from 'react'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { goToRowText } from './messages.ts'
import type { Total } from './page-plan.ts'

export interface GoToRowProps {
  readonly total: Total
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  /** From 1. */
  readonly onGo: (row: number) => void
}

/** Asks for the number of a row to go to. */
export function GoToRow({ total, isOpen, onOpenChange, onGo }: GoToRowProps) {
  const [text, setText] = useState('')
  const row = Number(text.replaceAll(/[\s,._]/g, ''))
  const isNumber = text.trim() !== '' && Number.isSafeInteger(row) && row >= 1
  const isBeyond = isNumber && total.isExact && row > total.rows
  const problem = text.trim() !== '' && !isNumber ? goToRowText.invalid : isBeyond ? goToRowText.outOfRange(numberText(total.rows)) : undefined
  return (
    <Popover
      label={goToRowText.goToRow}
      side="top"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      className="w-56"
      trigger={
        <Button size="sm" variant="ghost" className="h-6 px-1.5">
          {goToRowText.goToRow}
        </Button>
      }
    >
      <form
        className="flex items-end gap-2 p-2"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isNumber || isBeyond) return
          onOpenChange(false)
          setText('')
          onGo(row)
        }}
      >
        <Field label={goToRowText.rowNumber} error={problem} className="flex-1">
          <Input
            inputMode="numeric"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was opened to be typed into
            autoFocus
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <Button type="submit" disabled={!isNumber || isBeyond}>
          {goToRowText.go}
        </Button>
      </form>
    </Popover>
  )
}
