import { isCutCell, type CellInput, type EntityColumn, type RowKey } from '@colonnade/pg-meta'
import { Button, Dialog, Skeleton, Textarea, Field } from '@colonnade/ui'
import { useEffect, useState } from 'react'
import { CodeField } from '../../../lib/code/code-field.tsx'
import { problemOf } from '../changes/cell-draft.ts'
import { cellKind, formatHint } from '../../../lib/data-grid/cells/cell-kind.ts'
import { cellWindowText } from './messages.ts'

export interface CellWindowProps {
  readonly column: EntityColumn
  /** The value as the grid has it, which may be cut. */
  readonly value: string | null
  readonly rowKey: RowKey | null
  /** A text that was refused before, to correct. */
  readonly failed: string | null
  readonly isEditable: boolean
  /** The whole value; undefined when the row is gone. */
  readonly fetchWhole: () => Promise<string | null | undefined>
  readonly onSave: (input: CellInput) => void
  readonly onClose: () => void
}

type Loaded = { readonly kind: 'loading' } | { readonly kind: 'gone' } | { readonly kind: 'ready'; readonly text: string | null }

/** A long value, or a document, as a whole: to read, and to change where that is allowed. */
export function CellWindow(props: CellWindowProps) {
  const { column, value, rowKey, fetchWhole, onClose } = props
  const isCut = isCutCell(column, value) && rowKey !== null
  const [loaded, setLoaded] = useState<Loaded>(isCut ? { kind: 'loading' } : { kind: 'ready', text: value })
  useEffect(() => {
    if (!isCut) return
    let isShown = true
    const settle = (next: Loaded) => isShown && setLoaded(next)
    fetchWhole().then(
      (text) => settle(text === undefined ? { kind: 'gone' } : { kind: 'ready', text }),
      () => settle({ kind: 'gone' }),
    )
    return () => {
      isShown = false
    }
    // fetched once, when the window opens
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title={column.name} className="w-[44rem]">
      {loaded.kind === 'loading' && <Skeleton className="h-40 w-full" />}
      {loaded.kind === 'gone' && <p role="alert">{cellWindowText.loadFailed}</p>}
      {loaded.kind === 'ready' && <CellForm {...props} text={loaded.text} isPart={rowKey === null && isCutCell(column, value)} />}
    </Dialog>
  )
}

interface CellFormProps extends CellWindowProps {
  readonly text: string | null
  /** Without a key there is nothing that the rest could be fetched by. */
  readonly isPart: boolean
}

function CellForm({ column, failed, isEditable, onSave, onClose, text: whole, isPart }: CellFormProps) {
  const isJson = cellKind(column) === 'json'
  const [text, setText] = useState(() => failed ?? (isJson ? indented(whole) : (whole ?? '')))
  const type = <span className="font-mono text-xs font-normal text-faint">{column.type}</span>
  const placeholder = whole === null ? cellWindowText.null : formatHint(column)
  const hint = isPart ? cellWindowText.truncated : cellWindowText.length(Array.from(text).length.toLocaleString('en-US'), whole === null)
  const problem = isEditable && text !== '' ? problemOf(column, { kind: 'text', text }) : null
  const save = (input: CellInput) => {
    onSave(input)
    onClose()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut for its button
    <form
      className="flex flex-col gap-3"
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) event.currentTarget.requestSubmit()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null) save({ kind: 'text', text })
      }}
    >
      {isJson ? (
        <CodeField
          label={column.name}
          shownLabel={type}
          language="json"
          rows={14}
          isWrapped
          value={text}
          placeholder={placeholder}
          onChange={isEditable ? setText : undefined}
          error={problem ?? undefined}
          hint={hint}
        />
      ) : (
        <Field
          label={
            <>
              <span className="sr-only">{column.name} </span>
              {type}
            </>
          }
          error={problem ?? undefined}
          hint={hint}
        >
          <Textarea
            isMono
            rows={14}
            readOnly={!isEditable}
            spellCheck={false}
            placeholder={placeholder}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {isEditable && column.is_nullable && (
          <Button className="mr-auto" variant="ghost" onClick={() => save({ kind: 'null' })}>
            {cellWindowText.setToNull}
          </Button>
        )}
        <Button onClick={onClose}>{isEditable ? cellWindowText.cancel : cellWindowText.close}</Button>
        {isEditable && (
          <Button type="submit" variant="primary" disabled={problem !== null || text === (whole ?? '')}>
            {cellWindowText.save}
          </Button>
        )}
      </div>
    </form>
  )
}

/** Documents are shown indented, unless that would lose digits of a long number. */
function indented(text: string | null): string {
  if (text === null) return ''
  try {
    const parsed: unknown = JSON.parse(text)
    const isExact = JSON.stringify(parsed).replaceAll(/\s/g, '') === text.replaceAll(/\s/g, '')
    return isExact ? JSON.stringify(parsed, null, 2) : text
  } catch {
    return text
  }
}
