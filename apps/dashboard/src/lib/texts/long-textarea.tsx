import { Textarea, type TextareaProps } from '@colonnade/ui'
import type { ClipboardEvent } from 'react'
import { fits, fitted } from './long-text.ts'

export interface LongTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'maxLength'> {
  readonly value: string
  readonly onValueChange: (value: string) => void
  /** Characters that can be sent. The field takes more, so that nothing is lost without a word, but no megabytes. */
  readonly maxLength: number
}

/** A field for a text of which people may paste too much. */
export function LongTextarea({ value, onValueChange, maxLength, ...props }: LongTextareaProps) {
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const text = event.clipboardData.getData('text/plain')
    if (fits(value.length + text.length, maxLength)) return
    // a browser that lays out a megabyte in a field stands still
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    onValueChange(fitted(value.slice(0, selectionStart) + text + value.slice(selectionEnd), maxLength))
  }
  return <Textarea {...props} value={value} onPaste={paste} onChange={(event) => onValueChange(fitted(event.target.value, maxLength))} />
}
