import { printComposite } from '@colonnade/pg-meta/composite-literal'
import { PartField } from './part-field.tsx'
import type { PartsEditorProps } from './editor-props.ts'

/** A field for each attribute of a row value. */
export function CompositeEditor({ shape, label, onChange, isReadOnly = false, parsed, Editor }: PartsEditorProps<readonly (string | null)[]>) {
  const values = shape.attributes.map((_, index) => parsed?.[index] ?? null)
  return (
    <div className="flex flex-col gap-1.5 border-l pl-2">
      {shape.attributes.map(({ name, shape: part }, index) => (
        <div key={name} className="flex flex-col gap-0.5">
          <span className="text-xs text-soft">
            {name} <span className="font-mono text-2xs text-faint">{part.name}</span>
          </span>
          <PartField
            Editor={Editor}
            shape={part}
            label={`${label}.${name}`}
            value={values[index]!}
            isReadOnly={isReadOnly}
            onChange={(next) => onChange(printComposite(values.with(index, next)))}
          />
        </div>
      ))}
    </div>
  )
}
