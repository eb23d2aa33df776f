import { parseArray } from '@colonnade/pg-meta/array-literal'
import { parseComposite } from '@colonnade/pg-meta/composite-literal'
import { parseHstore } from '@colonnade/pg-meta/hstore-literal'
import { parseMultirange, parseRange } from '@colonnade/pg-meta/range-literal'
import { Button, SearchSelect, Select } from '@colonnade/ui'
import { useState, type ReactNode } from 'react'
import { randomUuid } from '../staging/room.ts'
import { ArrayEditor } from './array-editor.tsx'
import { BytesEditor } from './bytes-editor.tsx'
import { CompositeEditor } from './composite-editor.tsx'
import type { PartsEditorProps, ValueEditorProps } from './editor-props.ts'
import { hintOfShape } from './formats.ts'
import { HstoreEditor } from './hstore-editor.tsx'
import { JsonEditor } from './json-editor.tsx'
import { valueEditorText } from './messages.ts'
import { MomentEditor } from './moment-editor.tsx'
import { MultirangeEditor, RangeEditor } from './range-editor.tsx'
import { TextControl } from './text-control.tsx'
import type { ValueShape } from './value-shape.ts'

/** More labels than these are searched. */
const searchedLabels = 12

/** The editor for a value of a type: as it is written, or part by part where it has parts. */
export function ValueEditor(props: ValueEditorProps) {
  const { shape, value } = props
  if (shape.kind === 'array')
    return <Parts {...props} parse={(text) => parseArray(text, shape.inner?.delimiter)} render={(parts) => <ArrayEditor {...parts} />} />
  if (shape.kind === 'composite') return <Parts {...props} parse={parseComposite} render={(parts) => <CompositeEditor {...parts} />} />
  if (shape.kind === 'range') return <Parts {...props} parse={parseRange} render={(parts) => <RangeEditor {...parts} />} />
  if (shape.kind === 'multirange') return <Parts {...props} parse={parseMultirange} render={(parts) => <MultirangeEditor {...parts} />} />
  if (shape.format === 'hstore') return <Parts {...props} parse={parseHstore} render={(parts) => <HstoreEditor {...parts} />} />
  if (shape.kind === 'enum') return <ChoiceEditor {...props} choices={shape.enums.map((label) => ({ value: label, label }))} />
  if (shape.format === 'bool') return <ChoiceEditor {...props} value={booleanOf(value)} choices={booleans} />
  if (isJson(shape)) return <JsonEditor {...props} />
  if (shape.format === 'bytea') return <BytesEditor {...props} />
  if (/^(?:date|time|timetz|timestamp|timestamptz)$/.test(shape.format)) return <MomentEditor {...props} />
  if (shape.format === 'uuid') return <UuidEditor {...props} />
  return <TextControl {...props} />
}

/** Checks for a document, which is edited as code. */
export const isJson = ({ format }: ValueShape): boolean => format === 'json' || format === 'jsonb'

/** Whether a value has parts that are edited one by one. */
export function isStructured(shape: ValueShape): boolean {
  return shape.kind === 'array' || shape.kind === 'composite' || shape.kind === 'range' || shape.kind === 'multirange' || shape.format === 'hstore'
}

interface PartsProps<Parsed> extends ValueEditorProps {
  /** @throws Error when a text has no such parts */
  readonly parse: (text: string) => Parsed
  readonly render: (props: PartsEditorProps<Parsed>) => ReactNode
}

/** A value part by part, or as one text: a text that has no such parts stays one. */
function Parts<Parsed>({ parse, render, ...props }: PartsProps<Parsed>) {
  const { shape, label, value, isReadOnly = false } = props
  const [isText, setIsText] = useState(false)
  const { parsed, problem } = tryParse(parse, value)
  const isShownAsText = isText || problem !== null
  return (
    <div className="flex flex-col gap-1.5">
      {isShownAsText ? (
        <TextControl {...props} placeholder={props.placeholder ?? hintOfShape(shape)} />
      ) : (
        render({ ...props, parsed, Editor: ValueEditor })
      )}
      {problem !== null && <p className="text-xs text-danger">{problem}</p>}
      {!isReadOnly && (
        <div>
          <Button
            size="sm"
            variant="ghost"
            className="h-6 px-1.5"
            disabled={problem !== null}
            aria-label={isShownAsText ? valueEditorText.structured(label) : valueEditorText.asText(label)}
            onClick={() => setIsText(!isText)}
          >
            {isShownAsText ? valueEditorText.structuredLabel : valueEditorText.asTextLabel}
          </Button>
        </div>
      )}
    </div>
  )
}

function tryParse<Parsed>(
  parse: (text: string) => Parsed,
  value: string | null,
): { readonly parsed: Parsed | null; readonly problem: string | null } {
  try {
    return { parsed: value === null ? null : parse(value), problem: null }
  } catch (error) {
    return { parsed: null, problem: error instanceof Error ? error.message : String(error) }
  }
}

const booleans = [
  { value: 't', label: valueEditorText.true },
  { value: 'f', label: valueEditorText.false },
]

function booleanOf(value: string | null): string | null {
  if (value === 'true') return 't'
  return value === 'false' ? 'f' : value
}

function ChoiceEditor({
  label,
  value,
  onChange,
  placeholder,
  isReadOnly = false,
  choices,
}: ValueEditorProps & { readonly choices: readonly { readonly value: string; readonly label: string }[] }) {
  // a value that is none yet has a line of its own, which can't be chosen
  const unset = '\0'
  const question = placeholder ?? valueEditorText.choose
  const answers = value === null || choices.some((choice) => choice.value === value) ? choices : [{ value, label: value }, ...choices]
  if (choices.length > searchedLabels) {
    return (
      <SearchSelect
        value={value ?? unset}
        onValueChange={onChange}
        placeholder={question}
        options={answers}
        searchLabel={valueEditorText.searchValues(label)}
        emptyText={valueEditorText.noMatch}
        disabled={isReadOnly}
      />
    )
  }
  return (
    <Select
      label={label}
      value={value ?? unset}
      onValueChange={(next) => next !== unset && onChange(next)}
      options={value === null ? [{ value: unset, label: question }, ...answers] : answers}
      disabled={isReadOnly}
    />
  )
}

function UuidEditor(props: ValueEditorProps) {
  return (
    <div className="flex gap-1.5">
      <div className="min-w-0 flex-1">
        <TextControl {...props} />
      </div>
      {props.isReadOnly !== true && (
        <Button aria-label={valueEditorText.generateFor(props.label)} onClick={() => props.onChange(randomUuid())}>
          {valueEditorText.generate}
        </Button>
      )}
    </div>
  )
}
