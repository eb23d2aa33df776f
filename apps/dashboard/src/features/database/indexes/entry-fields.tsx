import type { IndexMethod } from '@colonnade/pg-meta/index-details'
import { Button, IconButton, Input, SearchSelect, Select } from '@colonnade/ui'
import { ArrowUp, Plus, X } from 'lucide-react'
import { enterInRows } from '../../../lib/forms/enter-in-rows.ts'
import { classKey, newEntry, type EntryDraft } from './index-draft.ts'
import { entryFieldsText } from './messages.ts'

export interface EntryFieldsProps {
  readonly value: readonly EntryDraft[]
  readonly onChange: (value: readonly EntryDraft[]) => void
  /** The table's columns. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly method: IndexMethod | undefined
  readonly problems: Readonly<Record<string, string>>
}

type Order = 'asc' | 'desc' | 'asc first' | 'desc last'

const orders: readonly { readonly value: Order; readonly label: string }[] = [
  { value: 'asc', label: entryFieldsText.ascending },
  { value: 'desc', label: entryFieldsText.descending },
  { value: 'asc first', label: entryFieldsText.ascendingNullsFirst },
  { value: 'desc last', label: entryFieldsText.descendingNullsLast },
]

const orderOf = ({ order, nulls }: EntryDraft): Order =>
  order === 'asc' ? (nulls === 'first' ? 'asc first' : 'asc') : nulls === 'last' ? 'desc last' : 'desc'

/** Stands for an expression among the columns: no column can have this name. */
const expression = ''

/** Edits the key of an index: its columns and expressions, in order. */
export function EntryFields({ value, onChange, columns, method, problems }: EntryFieldsProps) {
  const change = (key: string, part: Partial<EntryDraft>) => onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const up = (position: number) => onChange(value.toSpliced(position - 1, 2, value[position]!, value[position - 1]!))
  const canAdd = method?.can_have_many !== false || value.length === 0
  const add = () => canAdd && onChange([...value, newEntry()])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in the fields of its rows
    <fieldset className="flex min-w-0 flex-col gap-2" onKeyDown={(event) => enterInRows(event, add)}>
      <legend className="mb-1.5 text-sm font-medium">{entryFieldsText.title}</legend>
      <p className="text-xs text-faint">{entryFieldsText.hint}</p>
      {value.map((entry, index) => {
        const { key, kind, text, operatorClass } = entry
        const place = index + 1
        const problem = problems[`entry ${key}`]
        return (
          <div key={key} data-row className="flex flex-col gap-2 rounded-md border p-2">
            <div className="flex min-w-0 items-center gap-2">
              <SearchSelect
                label={entryFieldsText.column(place)}
                searchLabel={entryFieldsText.searchColumns}
                emptyText={entryFieldsText.noColumn}
                className="min-w-0 flex-1"
                value={kind === 'expression' ? expression : `c${text}`}
                placeholder={entryFieldsText.chooseColumn}
                options={[
                  ...columns.map(({ name, type }) => ({ value: `c${name}`, label: name, hint: type })),
                  ...(kind === 'column' && text !== '' && !columns.some(({ name }) => name === text) ? [{ value: `c${text}`, label: text }] : []),
                  { value: expression, label: entryFieldsText.expression, hint: entryFieldsText.expressionHint },
                ]}
                onValueChange={(chosen) => {
                  const isExpression = chosen === expression
                  if (isExpression !== (kind === 'expression') || !isExpression)
                    change(key, { kind: isExpression ? 'expression' : 'column', text: isExpression ? '' : chosen.slice(1), operatorClass: '' })
                }}
              />
              {value.length > 1 && index > 0 && (
                <IconButton label={entryFieldsText.moveUp(place)} size="md" onClick={() => up(index)}>
                  <ArrowUp aria-hidden />
                </IconButton>
              )}
              {value.length > 1 && (
                <IconButton label={entryFieldsText.remove(place)} size="md" onClick={() => onChange(value.filter((one) => one.key !== key))}>
                  <X aria-hidden />
                </IconButton>
              )}
            </div>
            {kind === 'expression' && (
              <Input
                isMono
                aria-label={entryFieldsText.expressionOf(place)}
                aria-invalid={problem !== undefined}
                placeholder={entryFieldsText.expressionExample}
                value={text}
                onChange={(event) => change(key, { text: event.target.value })}
                spellCheck={false}
                autoComplete="off"
              />
            )}
            <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              {method?.can_order !== false && (
                <Select<Order>
                  label={entryFieldsText.orderOf(place)}
                  size="sm"
                  value={orderOf(entry)}
                  options={orders}
                  onValueChange={(order) =>
                    change(key, {
                      order: order.startsWith('asc') ? 'asc' : 'desc',
                      nulls: order === 'asc first' ? 'first' : order === 'desc last' ? 'last' : null,
                    })
                  }
                />
              )}
              {method !== undefined && (
                <SearchSelect
                  label={entryFieldsText.operatorClassOf(place)}
                  searchLabel={entryFieldsText.searchOperatorClasses}
                  emptyText={entryFieldsText.noOperatorClass}
                  className="h-7 text-xs"
                  value={operatorClass}
                  options={[
                    { value: '', label: entryFieldsText.defaultOperatorClass },
                    ...method.operator_classes.map((one) => ({ value: classKey(one), label: one.name, hint: one.type })),
                  ]}
                  onValueChange={(chosen) => change(key, { operatorClass: chosen })}
                />
              )}
            </div>
            {problem !== undefined && (
              <p role="alert" className="text-xs text-danger">
                {problem}
              </p>
            )}
          </div>
        )
      })}
      {problems['entries'] !== undefined && (
        <p role="alert" className="text-xs text-danger">
          {problems['entries']}
        </p>
      )}
      {canAdd && (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          {entryFieldsText.addColumn}
        </Button>
      )}
    </fieldset>
  )
}
