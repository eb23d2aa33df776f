import { Field, IconButton, Input } from '@colonnade/ui'
import { ChevronDown, GripVertical, Trash2 } from 'lucide-react'
import { memo, type KeyboardEvent, type PointerEvent } from 'react'
import { InlineDefault } from '../fields/inline-default.tsx'
import { TypeField } from '../fields/type-field.tsx'
import { columnText } from '../messages.ts'
import type { ColumnDraft, DraftId } from '../model/table-draft.ts'
import { columnRowText } from './messages.ts'

export type ColumnAction =
  | { readonly kind: 'change'; readonly change: Partial<ColumnDraft> }
  | { readonly kind: 'key'; readonly isInKey: boolean }
  | { readonly kind: 'move'; readonly by: number }
  | { readonly kind: 'move-to'; readonly target: DraftId }
  | { readonly kind: 'remove' }
  | { readonly kind: 'add-below' }
  | { readonly kind: 'open' }

export interface ColumnRowProps {
  readonly column: ColumnDraft
  readonly isInKey: boolean
  readonly isUnique: boolean
  readonly isOpen: boolean
  readonly isMovable: boolean
  /** In the table already: what it is called is text until the line is unfolded. */
  readonly isThere: boolean
  readonly nameError: string | undefined
  readonly typeError: string | undefined
  readonly error: string | undefined
  readonly onAct: (id: DraftId, action: ColumnAction) => void
}

/** The line of a column. Memoized: of 1,600 lines only those that change are drawn again. */
export const ColumnRow = memo(function ColumnRow(props: ColumnRowProps) {
  const { column, isInKey, isOpen, isMovable, isThere, nameError, typeError, error, onAct } = props
  const name = column.name === '' ? columnRowText.unnamed : column.name
  const isEdited = !isThere || isOpen || nameError !== undefined || typeError !== undefined
  const onKeyDown = (event: KeyboardEvent) => {
    // what is typed into the list of types, which stands elsewhere in the page, is not meant for the line
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return
    if (event.altKey && isMovable && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onAct(column.id, { kind: 'move', by: event.key === 'ArrowUp' ? -1 : 1 })
    }
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      onAct(column.id, { kind: 'add-below' })
    }
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that its fields share
    <div className="flex flex-col gap-1 px-2 py-1.5" onKeyDown={onKeyDown}>
      <div className="flex items-start gap-1 max-sm:flex-wrap">
        {isMovable && <Handle name={name} id={column.id} onAct={onAct} />}
        {isEdited ? (
          <div className={`grid min-w-0 flex-1 grid-cols-1 gap-1 sm:grid-cols-[4fr_4fr_3fr] ${isMovable ? '' : 'pl-2'}`}>
            <Field label={<span className="sr-only">{columnRowText.columnName}</span>} error={nameError} className="gap-0">
              <Input
                isMono
                value={column.name}
                placeholder={columnRowText.namePlaceholder}
                autoComplete="off"
                spellCheck={false}
                onChange={(event) => onAct(column.id, { kind: 'change', change: { name: event.target.value } })}
              />
            </Field>
            <TypeField
              isLabelHidden
              of={name}
              value={column.type}
              error={typeError}
              onChange={(type) => onAct(column.id, { kind: 'change', change: { type } })}
            />
            <InlineDefault column={column} onChange={(source) => onAct(column.id, { kind: 'change', change: { source } })} />
          </div>
        ) : (
          <button
            type="button"
            className="flex min-h-8 min-w-0 flex-1 items-center gap-3 rounded-md px-2 text-left hover:bg-hover"
            aria-label={columnRowText.edit(name)}
            onClick={() => onAct(column.id, { kind: 'open' })}
          >
            <span className="min-w-0 flex-1 truncate font-mono text-xs">{column.name}</span>
            <span className="max-w-[50%] truncate font-mono text-2xs text-faint">{column.type}</span>
          </button>
        )}
        <div className="flex h-8 shrink-0 items-center gap-0.5 max-sm:w-full max-sm:justify-end">
          <label className="ml-2 flex items-center gap-1 text-2xs text-soft">
            <input
              type="checkbox"
              className="size-3.5 accent-accent-solid"
              aria-label={columnRowText.notNull(name)}
              checked={!column.isNullable || isInKey || column.source.kind === 'identity'}
              disabled={isInKey || column.source.kind === 'identity'}
              onChange={(event) => onAct(column.id, { kind: 'change', change: { isNullable: !event.target.checked } })}
            />
            {columnText.notNull}
          </label>
          <label className="mr-1 ml-2 flex items-center gap-1 text-2xs text-soft">
            <input
              type="checkbox"
              className="size-3.5 accent-accent-solid"
              aria-label={columnRowText.inPrimaryKey(name)}
              checked={isInKey}
              onChange={(event) => onAct(column.id, { kind: 'key', isInKey: event.target.checked })}
            />
            {columnRowText.pk}
          </label>
          <IconButton
            hasTooltip={false}
            label={`${isOpen ? columnRowText.collapse : columnRowText.expand} ${name}`}
            aria-expanded={isOpen}
            onClick={() => onAct(column.id, { kind: 'open' })}
          >
            <ChevronDown aria-hidden className={isOpen ? 'rotate-180' : ''} />
          </IconButton>
          <IconButton hasTooltip={false} label={columnRowText.remove(name)} onClick={() => onAct(column.id, { kind: 'remove' })}>
            <Trash2 aria-hidden />
          </IconButton>
        </div>
      </div>
      {!isOpen && <Summary column={column} isUnique={props.isUnique} isEdited={isEdited} className={isMovable ? 'pl-9' : 'pl-2'} />}
      {error !== undefined && (
        <p role="alert" className="pl-8 text-xs text-danger">
          {error}
        </p>
      )}
    </div>
  )
})

/** What is folded away, in a few words. */
function Summary({
  column,
  isUnique,
  isEdited,
  className,
}: Pick<ColumnRowProps, 'column' | 'isUnique'> & { readonly isEdited: boolean; readonly className: string }) {
  const { source } = column
  const words = [
    ...(isUnique ? ['unique'] : []),
    ...(source.kind === 'identity' && !isEdited ? ['identity'] : []),
    ...(source.kind === 'default' && !isEdited ? [columnRowText.default(source.text, source.format === 'literal')] : []),
    ...(source.kind === 'generated' ? [columnRowText.generatedFrom(source.expression)] : []),
    ...(column.comment === '' ? [] : [column.comment]),
  ]
  return words.length === 0 ? null : <p className={`truncate text-2xs text-faint ${className}`}>{words.join(' · ')}</p>
}

/** Moves a line by dragging it, or with the arrow keys. */
function Handle({ name, id, onAct }: { readonly name: string; readonly id: DraftId; readonly onAct: ColumnRowProps['onAct'] }) {
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const target = document
      .elementsFromPoint(event.clientX, event.clientY)
      .flatMap((element) => element.closest<HTMLElement>('[data-column-row]')?.dataset['columnRow'] ?? [])[0]
    if (target !== undefined && target !== id) onAct(id, { kind: 'move-to', target })
  }
  return (
    <IconButton
      label={columnRowText.move(name)}
      hasTooltip={false}
      className="h-8 w-6 cursor-grab touch-none text-faint active:cursor-grabbing"
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={(event) => {
        if (event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        event.preventDefault()
        onAct(id, { kind: 'move', by: event.key === 'ArrowUp' ? -1 : 1 })
      }}
    >
      <GripVertical aria-hidden />
    </IconButton>
  )
}
