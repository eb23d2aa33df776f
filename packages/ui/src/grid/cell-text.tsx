import { memo } from 'react'
import { cn } from '../class-names.ts'
import { booleanWord, cellLine } from './cell-line.ts'

export interface CellTextProps {
  /** null is NULL, which never looks like an empty text. */
  readonly text: string | null
  readonly isNumber?: boolean
  /** t and f are shown as words. */
  readonly isBoolean?: boolean
}

/** A value of a result. Distinguishes NULL from the empty string, and shows line breaks as symbols. */
export const CellText = memo(function CellText({ text, isNumber = false, isBoolean = false }: CellTextProps) {
  if (text === null) return <span className={cn('font-mono text-2xs text-faint italic', isNumber && 'block text-right')}>NULL</span>
  if (text === '') {
    return (
      <span className="font-mono text-2xs text-faint italic">
        empty<span className="sr-only"> text</span>
      </span>
    )
  }
  return (
    <span className={cn('font-mono', isNumber && 'block text-right tabular-nums', text.includes('\n') && 'whitespace-pre')}>
      {isBoolean ? booleanWord(text) : cellLine(text)}
    </span>
  )
})
