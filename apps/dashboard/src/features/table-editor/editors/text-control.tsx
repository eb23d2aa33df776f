import { Input } from '@colonnade/ui'
import type { ValueEditorProps } from './editor-props.ts'
import { hintOfShape, isLongText, isNumber } from './formats.ts'
import { ValueTextarea } from './value-textarea.tsx'

/** Any value as Postgres writes it. Numbers are text too: no digit is touched. */
export function TextControl({ shape, label, value, onChange, placeholder, isReadOnly = false, rows = 2 }: ValueEditorProps) {
  if (isLongText(shape) || (value !== null && (value.length > 200 || /[\r\n]/.test(value)))) {
    return (
      <ValueTextarea
        rows={rows}
        aria-label={label}
        readOnly={isReadOnly}
        value={value ?? ''}
        placeholder={placeholder ?? hintOfShape(shape)}
        onChange={onChange}
      />
    )
  }
  return (
    <Input
      isMono
      aria-label={label}
      autoComplete="off"
      spellCheck={false}
      readOnly={isReadOnly}
      inputMode={isNumber(shape) ? 'decimal' : undefined}
      value={value ?? ''}
      placeholder={placeholder ?? hintOfShape(shape)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
