import { Button } from '@colonnade/ui'
import { takesEmpty } from './formats.ts'
import type { PartsEditorProps, ValueEditorProps } from './editor-props.ts'
import { partFieldText } from './messages.ts'

/** A part of a value: its editor, and a button that makes it NULL. */
export function PartField({ value, onChange, isReadOnly = false, Editor, ...props }: ValueEditorProps & Pick<PartsEditorProps<unknown>, 'Editor'>) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <Editor
          {...props}
          value={value}
          isReadOnly={isReadOnly}
          placeholder={value === null ? partFieldText.null : props.placeholder}
          onChange={(next) => onChange(next === '' && !takesEmpty(props.shape) ? null : next)}
        />
      </div>
      {!isReadOnly && (
        <Button
          size="sm"
          variant="ghost"
          className="mt-0.5 px-1.5 text-2xs aria-pressed:bg-selected aria-pressed:text-fg"
          aria-label={partFieldText.null2(props.label)}
          aria-pressed={value === null}
          onClick={() => onChange(null)}
        >
          {partFieldText.null}
        </Button>
      )}
    </div>
  )
}
