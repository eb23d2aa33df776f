import { formatJson, parseJson, printJson } from '@colonnade/pg-meta/json-text'
import { Button } from '@colonnade/ui'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { formatHint } from '../../../lib/data-grid/cells/cell-kind.ts'
import { jsonProblem } from '../../../lib/texts/json-problem.ts'
import type { ValueEditorProps } from './editor-props.ts'
import { jsonEditorText } from './messages.ts'

/** A document as text, checked while it is typed. Formatting changes spaces alone: digits, escapes and doubled keys stay. */
export function JsonEditor({ shape, label, value, onChange, placeholder, isReadOnly = false, hasError = false, rows = 3 }: ValueEditorProps) {
  const problem = value === null || value.trim() === '' ? null : jsonProblem(value)
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-1.5">
      <CodePanel
        label={label}
        language="json"
        rows={rows}
        hasLineNumbers={false}
        isWrapped
        isInvalid={hasError || problem !== null}
        value={value ?? ''}
        placeholder={placeholder ?? formatHint({ base_format: shape.format, enums: [], is_array: false })}
        onChange={isReadOnly ? undefined : onChange}
      />
      {!isReadOnly && (
        <div className="flex items-center gap-1">
          <Button
            size="sm"
            variant="ghost"
            className="h-6 px-1.5"
            disabled={value === null || problem !== null}
            onClick={() => onChange(formatJson(value ?? ''))}
          >
            {jsonEditorText.format}
          </Button>
          <Button
            size="sm"
            variant="ghost"
            className="h-6 px-1.5"
            disabled={value === null || value === '' || problem !== null}
            onClick={() => onChange(printJson(parseJson(value ?? ''), true))}
          >
            {jsonEditorText.oneLine}
          </Button>
        </div>
      )}
      {!isReadOnly && !hasError && problem !== null && <output className="text-xs wrap-anywhere text-danger">{problem}</output>}
    </div>
  )
}
