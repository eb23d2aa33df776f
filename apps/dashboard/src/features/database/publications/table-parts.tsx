import type { PublishableTable } from '@colonnade/pg-meta/publication-summaries'
import { Badge, Button, Checkbox, IconButton, Input, SearchSelect, Skeleton } from '@colonnade/ui'
import { ChevronRight, X } from 'lucide-react'
import { useId, useState } from 'react'
import { isSameTable, keyOf, type TableDraft } from './publication-draft.ts'
import { tableColumnsQuery } from './publication-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'

export interface TablePartsProps {
  readonly projectRef: string
  readonly value: readonly TableDraft[]
  readonly onChange: (value: readonly TableDraft[]) => void
  /** All that can be published. */
  readonly tables: readonly PublishableTable[]
  /** Whether columns and rows can be chosen: since Postgres 15. */
  readonly hasParts: boolean
  readonly problems: Readonly<Record<string, string>>
}

const nothing = ''

/** The tables of a publication, each with the columns and rows that are published of it. */
export function TableParts({ projectRef, value, onChange, tables, hasParts, problems }: TablePartsProps) {
  const chosen = new Set(value.map(keyOf))
  const free = tables.filter((table) => !chosen.has(keyOf(table)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">Tables</legend>
      <SearchSelect
        label="Add a table"
        value={nothing}
        options={[
          { value: nothing, label: 'Add a table' },
          ...free.map((table) => ({
            value: keyOf(table),
            label: `${table.schema}.${table.name}`,
            ...(table.is_partition ? { hint: 'partition' } : !table.has_identity && { hint: 'no replica identity' }),
          })),
        ]}
        searchLabel="Search tables"
        emptyText="No table of this name is left."
        onValueChange={(key) => {
          const table = free.find((one) => keyOf(one) === key)
          if (table) onChange([...value, { schema: table.schema, name: table.name, columns: null, filter: '' }])
        }}
      />
      {!hasParts && <p className="text-xs text-soft">Columns and rows of tables can be chosen from Postgres 15 on; this database is older.</p>}
      <ul aria-label="Published tables" className="flex flex-col rounded-md border empty:hidden">
        {value.map((table) => (
          <li key={keyOf(table)} className="border-b px-2 py-1 last:border-b-0">
            <TablePart
              projectRef={projectRef}
              table={table}
              known={tables.find((one) => isSameTable(one, table))}
              hasParts={hasParts}
              problem={problems[keyOf(table)]}
              onChange={(next) => onChange(value.map((one) => (isSameTable(one, table) ? next : one)))}
              onRemove={() => onChange(value.filter((one) => !isSameTable(one, table)))}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

interface TablePartProps {
  readonly projectRef: string
  readonly table: TableDraft
  /** Undefined when it is not there any more, or out of reach. */
  readonly known: PublishableTable | undefined
  readonly hasParts: boolean
  readonly problem: string | undefined
  readonly onChange: (table: TableDraft) => void
  readonly onRemove: () => void
}

function TablePart({ projectRef, table, known, hasParts, problem, onChange, onRemove }: TablePartProps) {
  const [isChosenOpen, setIsOpen] = useState(false)
  const isOpen = isChosenOpen || problem !== undefined
  const id = useId()
  const path = `${table.schema}.${table.name}`
  const columns = table.columns === null ? 'all columns' : `${table.columns.length} ${table.columns.length === 1 ? 'column' : 'columns'}`
  return (
    <>
      <div className="flex items-center gap-1">
        <Button
          variant="ghost"
          size="sm"
          className="min-w-0 flex-1 justify-start"
          disabled={!hasParts || known === undefined}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight aria-hidden className={isOpen ? 'rotate-90' : ''} />
          <span className="min-w-0 truncate font-mono text-xs" title={path}>
            {path}
          </span>
          {known?.has_identity === false && <Badge tone="warning">no identity</Badge>}
          <span className="ml-auto shrink-0 text-xs font-normal text-soft max-sm:sr-only">
            {columns}, {table.filter.trim() === '' ? 'all rows' : 'some rows'}
          </span>
        </Button>
        <IconButton label={`Remove ${path}`} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {isOpen && known !== undefined && (
        <div id={id} className="flex flex-col gap-3 px-2 pt-1 pb-2">
          <ColumnChoice projectRef={projectRef} tableId={known.id} table={table} onChange={onChange} />
          {problem !== undefined && (
            <p role="alert" className="text-xs text-danger">
              {problem}
            </p>
          )}
          <Input
            isMono
            aria-label={`Rows of ${path}`}
            placeholder="all rows; or a condition, such as id > 100"
            value={table.filter}
            onChange={(event) => onChange({ ...table, filter: event.target.value })}
            spellCheck={false}
          />
        </div>
      )}
    </>
  )
}

interface ColumnChoiceProps {
  readonly projectRef: string
  readonly tableId: number
  readonly table: TableDraft
  readonly onChange: (table: TableDraft) => void
}

function ColumnChoice({ projectRef, tableId, table, onChange }: ColumnChoiceProps) {
  return (
    <Loaded query={tableColumnsQuery(projectRef, tableId)} label="the columns" skeleton={<Skeleton className="h-4 w-2/3" />}>
      {(data) => {
        const names = data.filter(({ is_generated: isGenerated }) => !isGenerated).map(({ name }) => name)
        const { columns } = table
        return (
          <div className="flex flex-col gap-1.5">
            <Checkbox
              isChecked={columns === null}
              onCheckedChange={(isAll) => onChange({ ...table, columns: isAll ? null : names })}
              label="All columns, also those to come"
            />
            {columns !== null && (
              <div className="grid grid-cols-2 gap-1 pl-6">
                {names.map((name) => (
                  <Checkbox
                    key={name}
                    isChecked={columns.includes(name)}
                    onCheckedChange={(isOn) => onChange({ ...table, columns: names.filter((one) => (one === name ? isOn : columns.includes(one))) })}
                    label={
                      <span className="min-w-0 truncate font-mono text-xs" title={name}>
                        {name}
                      </span>
                    }
                    className="min-w-0"
                  />
                ))}
              </div>
            )}
          </div>
        )
      }}
    </Loaded>
  )
}
