import { type CellInput, type EntityColumn } from '@colonnade/pg-meta'
import { formatJson, parseJson, type JsonNode } from '@colonnade/pg-meta/json-text'
import { Button, Checkbox, Field, SearchInput, SegmentedControl, Spinner } from '@colonnade/ui'
import { useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { fixedReason, lockedReason } from '../changes/editability.ts'
import { besideField } from '../changes/explain-change-error.ts'
import { isJson, isStructured, ValueEditor } from '../editors/value-editor.tsx'
import { jsonProblem } from '../../../lib/texts/json-problem.ts'
import { ValueTextarea } from '../editors/value-textarea.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { stagingStoreOf } from '../staging/staging-store.ts'
import type { RowId } from '../staging/staging.ts'
import { FieldStates } from './field-states.tsx'
import { JsonTree } from '../../../lib/data-grid/values/json-tree.tsx'
import { valuePanelText } from './messages.ts'
import { inputOf, meantInput, problemsOf } from './row-draft.ts'
import type { RowPanelProps } from './row-panel-props.ts'
import { useShapes } from './use-shapes.ts'
import { WithRow, type ReadyRow } from './with-row.tsx'

export interface ValuePanelProps extends RowPanelProps {
  readonly row: RowId
  readonly column: string
}

/** One value, whole: a long text, a document, or one with parts. */
export function ValuePanel(props: ValuePanelProps) {
  const { scope, column, onClose } = props
  const field = scope.entity.columns.find(({ name }) => name === column)
  if (field === undefined) {
    return (
      <SidePanel title={column} onClose={onClose}>
        <p role="alert" className="p-4">
          {valuePanelText.columnGone(scope.entity.name, column)}
        </p>
      </SidePanel>
    )
  }
  return (
    <WithRow {...props} columns={[column]} title={column}>
      {(ready) => <Value {...props} field={field} ready={ready} />}
    </WithRow>
  )
}

function Value({ scope, staging, onClose, onDone, row, field, ready }: ValuePanelProps & { readonly field: EntityColumn; readonly ready: ReadyRow }) {
  const { entity, rights } = scope
  const shape = useShapes(scope, [field])(field)
  const isDocument = isJson(shape)
  const staged = staging.rows.get(row)
  const base = ready.valueOf(field.name)
  const [first] = useState((): CellInput => {
    const before =
      staged?.kind === 'update'
        ? staged.cells.get(field.name)?.input
        : staged?.kind === 'insert'
          ? (staged.values.get(field.name) ?? { kind: 'default' })
          : undefined
    return before ?? inputOf(base === null || !isDocument ? base : formatJson(base))
  })
  const [input, setInput] = useState(first)
  const [isSaving, setIsSaving] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const isNew = ready.key === null
  const lock = staged?.kind === 'delete' || (!isNew && !rights.canUpdate) ? valuePanelText.readOnly : isNew ? fixedReason(field) : lockedReason(field)
  const problem = lock !== null || input === first ? null : (problemsOf({ columns: [field] }, new Map([[field.name, input]])).get(field.name) ?? null)
  const save = async () => {
    if (problem !== null) return
    const meant = meantInput(field, input)
    // indenting alone is no change of a document
    const isKept = input === first || (meant.kind === 'text' && base !== null && isDocument && meant.text === formatJson(base))
    if (!isKept) staging.set([{ row, key: ready.key, column: field.name, base, input: meant }])
    if (staging.isImmediate && !isKept) {
      setIsSaving(true)
      const isSaved = await staging.save([row])
      setIsSaving(false)
      if (!isSaved) {
        const { failure } = stagingStoreOf(scope).get()
        return setRefusal(failure === null ? valuePanelText.changed : besideField(failure.words))
      }
    }
    onDone()
  }
  const text = input.kind === 'text' ? input.text : null
  return (
    <SidePanel
      title={valuePanelText.of(field.name, entity.name)}
      description={ready.key?.columns.map((column, index) => `${column} ${ready.key!.values[index]}`).join(', ')}
      size="wide"
      isDirty={input !== first}
      onClose={onClose}
      onSubmit={() => void save()}
      footer={
        lock === null ? (
          <>
            <Button onClick={onClose}>{valuePanelText.cancel}</Button>
            <Button variant="primary" disabled={isSaving || problem !== null || input === first} onClick={() => void save()}>
              {isSaving && <Spinner />}
              {staging.isImmediate ? valuePanelText.save : valuePanelText.stageChange}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{valuePanelText.close}</Button>
        )
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 p-4">
        <div className="flex flex-wrap items-center gap-3 text-xs text-faint">
          <span className="font-mono">{field.type}</span>
          <span className="tabular-nums">
            {text === null ? (input.kind === 'default' ? valuePanelText.default : 'NULL') : `${numberText(Array.from(text).length)} characters`}
          </span>
          {lock !== null && <span>{lock}</span>}
          <span className="ml-auto">
            {lock === null && (
              <FieldStates
                column={field}
                shape={shape}
                input={input}
                canBeDefault={field.default_value !== null || field.is_identity}
                onChange={setInput}
              />
            )}
          </span>
        </div>
        {refusal !== null && (
          <p role="alert" className="whitespace-pre-wrap wrap-anywhere text-danger">
            {refusal}
          </p>
        )}
        {isDocument ? (
          <Document name={field.name} text={text} isReadOnly={lock !== null} onChange={(next) => setInput({ kind: 'text', text: next })} />
        ) : isStructured(shape) || shape.kind === 'enum' || shape.format === 'bool' || shape.format === 'bytea' ? (
          <ValueEditor
            shape={shape}
            label={field.name}
            value={text}
            rows={24}
            isReadOnly={lock !== null}
            placeholder={input.kind === 'null' ? valuePanelText.null : undefined}
            onChange={(next) => setInput(inputOf(next))}
          />
        ) : (
          <LongText name={field.name} text={text} isReadOnly={lock !== null} onChange={(next) => setInput({ kind: 'text', text: next })} />
        )}
        {problem !== null && <p className="text-xs text-danger">{problem}</p>}
      </div>
    </SidePanel>
  )
}

interface TextProps {
  readonly name: string
  readonly text: string | null
  readonly isReadOnly: boolean
  readonly onChange: (text: string) => void
}

function LongText({ name, text, isReadOnly, onChange }: TextProps) {
  const [isWrapped, setIsWrapped] = useState(true)
  return (
    <>
      <Field label={<span className="sr-only">{name}</span>} className="flex min-h-0 flex-1 flex-col">
        <ValueTextarea
          className="min-h-64 flex-1"
          wrap={isWrapped ? 'soft' : 'off'}
          readOnly={isReadOnly}
          placeholder={text === null ? valuePanelText.null : undefined}
          value={text ?? ''}
          onChange={onChange}
        />
      </Field>
      <Checkbox isChecked={isWrapped} onCheckedChange={setIsWrapped} label={valuePanelText.wrapLongLines} />
    </>
  )
}

/** A document as text, or as a tree that is searched. */
function Document({ name, text, isReadOnly, onChange }: TextProps) {
  const [way, setWay] = useState<'text' | 'tree'>('text')
  const [search, setSearch] = useState('')
  const problem = text === null || text === '' ? null : jsonProblem(text)
  const node = way === 'tree' && text !== null && problem === null ? parsedOrNull(text) : null
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          label={valuePanelText.showAs(name)}
          value={way}
          onValueChange={setWay}
          options={[
            { value: 'text', label: valuePanelText.text },
            { value: 'tree', label: valuePanelText.tree, isDisabled: text === null || problem !== null },
          ]}
        />
        {way === 'tree' && (
          <SearchInput
            label={valuePanelText.searchDocument}
            placeholder={valuePanelText.searchPlaceholder}
            className="flex-1"
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {!isReadOnly && way === 'text' && (
          <Button size="sm" variant="ghost" disabled={text === null || problem !== null} onClick={() => onChange(formatJson(text ?? ''))}>
            {valuePanelText.format}
          </Button>
        )}
      </div>
      {node === null ? (
        <CodeField
          label={name}
          shownLabel={null}
          language="json"
          rows={16}
          isWrapped
          value={text ?? ''}
          placeholder={text === null ? valuePanelText.null : undefined}
          onChange={isReadOnly ? undefined : onChange}
          error={problem ?? undefined}
        />
      ) : (
        <div className="min-h-64 flex-1 overflow-auto rounded-md border p-2">
          <JsonTree node={node} path="$" name={null} sought={search.trim().toLowerCase()} />
        </div>
      )}
    </>
  )
}

/** Documents may be too deep to be walked. */
function parsedOrNull(text: string): JsonNode | null {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}
