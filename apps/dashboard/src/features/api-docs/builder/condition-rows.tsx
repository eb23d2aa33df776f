import { Button, IconButton, Input, Select, SuggestInput } from '@colonnade/ui'
import { Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { conditionText } from './messages.ts'
import { type DraftFilter, type DraftOrder, operators } from './request-draft.ts'

interface RowsProps<Row> {
  readonly label: string
  readonly rows: readonly Row[]
  readonly add: Row
  readonly addLabel: string
  readonly onChange: (rows: readonly Row[]) => void
  readonly render: (row: Row, change: (next: Partial<Row>) => void, number: number) => ReactNode
}

function Rows<Row>({ label, rows, add, addLabel, onChange, render }: RowsProps<Row>) {
  return (
    <fieldset className="flex min-w-0 flex-col items-start gap-1.5">
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      {rows.map((row, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row is its place
        <div key={index} className="flex w-full min-w-0 items-center gap-1.5 max-sm:flex-wrap">
          {render(row, (next) => onChange(rows.with(index, { ...row, ...next })), index + 1)}
          <IconButton label={conditionText.remove(label.toLowerCase(), index + 1)} onClick={() => onChange(rows.toSpliced(index, 1))}>
            <X aria-hidden />
          </IconButton>
        </div>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChange([...rows, add])}>
        <Plus aria-hidden />
        {addLabel}
      </Button>
    </fieldset>
  )
}

interface ConditionsProps {
  /** As the API spells them. */
  readonly columns: readonly string[]
}

const otherOperator = { value: '', label: conditionText.custom }

/** Conditions on rows, all of which must hold. */
export function FilterRows({
  filters,
  columns,
  onChange,
}: ConditionsProps & { readonly filters: readonly DraftFilter[]; readonly onChange: (filters: readonly DraftFilter[]) => void }) {
  return (
    <Rows
      label={conditionText.filter}
      rows={filters}
      add={{ column: columns[0] ?? '', operator: 'eq', value: '' }}
      addLabel={conditionText.addFilter}
      onChange={onChange}
      render={(filter, change, number) => (
        <>
          <ColumnInput label={conditionText.filterColumn(number)} value={filter.column} columns={columns} onChange={(column) => change({ column })} />
          <Select
            size="sm"
            label={conditionText.filterOperator(number)}
            className="w-44 shrink-0"
            value={filter.operator}
            onValueChange={(operator) => change({ operator })}
            options={operatorsWith(filter.operator)}
          />
          <Input
            isMono
            aria-label={conditionText.filterValue(number)}
            className="h-7 min-w-0 flex-1 basis-32"
            placeholder={placeholders[filter.operator]}
            value={filter.value}
            onChange={(event) => change({ value: event.target.value })}
          />
        </>
      )}
    />
  )
}

const placeholders: Readonly<Record<string, string>> = {
  in: '(a,b)',
  is: 'null, true, false',
  like: 'a*',
  ilike: '*a*',
  cs: '{a}',
  cd: '{a,b}',
  ov: '{a,b}',
}

/** One that the form doesn't offer, such as `not.eq`, is offered while it is chosen. */
function operatorsWith(chosen: string) {
  const known = [...operators, otherOperator]
  return known.some(({ value }) => value === chosen) ? known : [...known, { value: chosen, label: chosen }]
}

const directions = [
  { value: 'asc', label: conditionText.ascending },
  { value: 'desc', label: conditionText.descending },
  { value: 'asc.nullsfirst', label: conditionText.ascendingNullsFirst },
  { value: 'desc.nullslast', label: conditionText.descendingNullsLast },
]

/** Columns to sort by, the first one first. */
export function OrderRows({
  orders,
  columns,
  onChange,
}: ConditionsProps & { readonly orders: readonly DraftOrder[]; readonly onChange: (orders: readonly DraftOrder[]) => void }) {
  return (
    <Rows
      label={conditionText.order}
      rows={orders}
      add={{ column: columns[0] ?? '', direction: 'asc' }}
      addLabel={conditionText.addOrder}
      onChange={onChange}
      render={(order, change, number) => (
        <>
          <ColumnInput label={conditionText.orderColumn(number)} value={order.column} columns={columns} onChange={(column) => change({ column })} />
          <Select
            size="sm"
            label={conditionText.orderDirection(number)}
            className="w-44 shrink-0"
            value={order.direction}
            onValueChange={(direction) => change({ direction })}
            options={
              directions.some(({ value }) => value === order.direction)
                ? directions
                : [...directions, { value: order.direction, label: order.direction }]
            }
          />
        </>
      )}
    />
  )
}

interface ColumnInputProps extends ConditionsProps {
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Any path can be written: `details->>key`, `directors.name`. */
function ColumnInput({ label, value, columns, onChange }: ColumnInputProps) {
  const found = columns.filter((column) => column.includes(value) && column !== value)
  return (
    <SuggestInput
      isMono
      label={label}
      placeholder={conditionText.column}
      className="min-w-0 flex-1 basis-32 rounded-md border border-strong bg-field focus-within:border-accent"
      value={value}
      suggestions={(columns.includes(value) ? columns : found).map((text) => ({ text, label: text }))}
      onValueChange={onChange}
      onCommit={() => {}}
    />
  )
}
