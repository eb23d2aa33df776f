import type { IndexMethod } from '@colonnade/pg-meta/index-details'
import { Button, IconButton, Input, SearchSelect, Select } from '@colonnade/ui'
import { ArrowUp, Plus, X } from 'lucide-react'
import { enterInRows } from '../../../lib/forms/enter-in-rows.ts'
import { classKey, newEntry, type EntryDraft } from './index-draft.ts'

export interface EntryFieldsProps {
  readonly value: readonly EntryDraft[]
  readonly onChange: (value: readonly EntryDraft[]) => void
  /** Of the table. */
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly method: IndexMethod | undefined
  readonly problems: Readonly<Record<string, string>>
}

type Order = 'asc' | 'desc' | 'asc first' | 'desc last'

const orders: readonly { readonly value: Order; readonly label: string }[] = [
  { value: 'asc', label: 'Ascending' },
  { value: 'desc', label: 'Descending' },
  { value: 'asc first', label: 'Ascending, nulls first' },
  { value: 'desc last', label: 'Descending, nulls last' },
]

const orderOf = ({ order, nulls }: EntryDraft): Order =>
  order === 'asc' ? (nulls === 'first' ? 'asc first' : 'asc') : nulls === 'last' ? 'desc last' : 'desc'

/** What stands for an expression among the columns: no column can be called so. */
const expression = ''

/** The key of an index: columns and expressions in their order, which decides what it can find. */
export function EntryFields({ value, onChange, columns, method, problems }: EntryFieldsProps) {
  const change = (key: string, part: Partial<EntryDraft>) => onChange(value.map((one) => (one.key === key ? { ...one, ...part } : one)))
  const up = (position: number) => onChange(value.toSpliced(position - 1, 2, value[position]!, value[position - 1]!))
  const canAdd = method?.can_have_many !== false || value.length === 0
  const add = () => canAdd && onChange([...value, newEntry()])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Enter in the fields of its rows
    <fieldset className="flex min-w-0 flex-col gap-2" onKeyDown={(event) => enterInRows(event, add)}>
      <legend className="mb-1.5 text-sm font-medium">Columns</legend>
      <p className="text-xs text-faint">The first counts most: an index on a, b finds rows by a, or by a and b, not by b alone.</p>
      {value.map((entry, index) => {
        const { key, kind, text, operatorClass } = entry
        const place = index + 1
        const problem = problems[`entry ${key}`]
        return (
          <div key={key} data-row className="flex flex-col gap-2 rounded-md border p-2">
            <div className="flex min-w-0 items-center gap-2">
              <SearchSelect
                label={`Column ${place}`}
                searchLabel="Search columns"
                emptyText="No such column"
                className="min-w-0 flex-1"
                value={kind === 'expression' ? expression : `c${text}`}
                placeholder="Choose a column"
                options={[
                  ...columns.map(({ name, type }) => ({ value: `c${name}`, label: name, hint: type })),
                  ...(kind === 'column' && text !== '' && !columns.some(({ name }) => name === text) ? [{ value: `c${text}`, label: text }] : []),
                  { value: expression, label: 'An expression …', hint: 'such as lower(email)' },
                ]}
                onValueChange={(chosen) => {
                  const isExpression = chosen === expression
                  if (isExpression !== (kind === 'expression') || !isExpression)
                    change(key, { kind: isExpression ? 'expression' : 'column', text: isExpression ? '' : chosen.slice(1), operatorClass: '' })
                }}
              />
              {value.length > 1 && index > 0 && (
                <IconButton label={`Move column ${place} up`} size="md" onClick={() => up(index)}>
                  <ArrowUp aria-hidden />
                </IconButton>
              )}
              {value.length > 1 && (
                <IconButton label={`Remove column ${place}`} size="md" onClick={() => onChange(value.filter((one) => one.key !== key))}>
                  <X aria-hidden />
                </IconButton>
              )}
            </div>
            {kind === 'expression' && (
              <Input
                isMono
                aria-label={`Expression ${place}`}
                aria-invalid={problem !== undefined}
                placeholder="lower(email)"
                value={text}
                onChange={(event) => change(key, { text: event.target.value })}
                spellCheck={false}
                autoComplete="off"
              />
            )}
            <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
              {method?.can_order !== false && (
                <Select<Order>
                  label={`Order of column ${place}`}
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
                  label={`Operator class of column ${place}`}
                  searchLabel="Search operator classes"
                  emptyText="No such operator class"
                  className="h-7 text-xs"
                  value={operatorClass}
                  options={[
                    { value: '', label: 'Operator class of the type' },
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
          Add column
        </Button>
      )}
    </fieldset>
  )
}
