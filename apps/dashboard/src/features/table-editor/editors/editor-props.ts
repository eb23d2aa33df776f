import type { ComponentType } from 'react'
import type { ValueShape } from './value-shape.ts'

export interface ValueEditorProps {
  readonly shape: ValueShape
  /** Names it: the column, or the part. */
  readonly label: string
  /** Null is NULL, or nothing yet: what `placeholder` says. */
  readonly value: string | null
  readonly onChange: (value: string | null) => void
  readonly placeholder?: string | undefined
  readonly isReadOnly?: boolean
  /** The field around it says what is wrong. */
  readonly hasError?: boolean
  /** Lines of long texts. */
  readonly rows?: number
}

/** An editor of a value with parts, which has editors of its own. */
export interface PartsEditorProps<Parsed> extends ValueEditorProps {
  /** The parts of the value; null when there is none. */
  readonly parsed: Parsed | null
  /** The editor for any type. */
  readonly Editor: ComponentType<ValueEditorProps>
}
