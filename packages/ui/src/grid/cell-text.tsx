import { memo } from 'react'
import { cn } from '../class-names.ts'

/** Characters of a value that a cell shows; the rest is for whoever opens it. */
const shownCharacters = 300

export interface CellTextProps {
  /** null is NULL, which never looks like an empty text. */
  readonly text: string | null
  readonly isNumber?: boolean
  /** t and f are shown as words. */
  readonly isBoolean?: boolean
}

/** One value of a result: NULL and the empty text are told apart, line breaks show as signs. */
export const CellText = memo(function CellText({ text, isNumber = false, isBoolean = false }: CellTextProps) {
  if (text === null) return <span className={cn('font-mono text-2xs text-faint italic', isNumber && 'block text-right')}>NULL</span>
  if (text === '') return <span className="sr-only">empty text</span>
  return (
    <span className={cn('font-mono', isNumber && 'block text-right tabular-nums', text.includes('\n') && 'whitespace-pre')}>
      {isBoolean ? (booleanWords[text] ?? text) : oneLine(text)}
    </span>
  )
})

const booleanWords: Readonly<Record<string, string>> = { t: 'true', f: 'false' }

function oneLine(text: string): string {
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
  return shown.replaceAll(/\r\n|\r|\n/g, ' ↵ ')
}
