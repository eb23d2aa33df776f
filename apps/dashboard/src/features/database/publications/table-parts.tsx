import type { PublishableTable } from '@colonnade/pg-meta/publication-summaries'
import { Badge, Button, Checkbox, IconButton, Input, SearchSelect, Skeleton } from '@colonnade/ui'
import { ChevronRight, X } from 'lucide-react'
import { useId, useState } from 'react'
import { isSameTable, keyOf, type TableDraft } from './publication-draft.ts'
import { tableColumnsQuery } from './publication-queries.ts'
import { Loaded } from '../../../scope/loaded/loaded.tsx'
import { tablePartsText } from './messages.ts'

export interface TablePartsProps {
  readonly projectRef: string
  readonly value: readonly TableDraft[]
  readonly onChange: (value: readonly TableDraft[]) => void
  /** All tables that can be published. */
  readonly tables: readonly PublishableTable[]
  /** Whether columns and rows can be chosen, since Postgres 15. */
  readonly hasParts: boolean
  readonly problems: Readonly<Record<string, string>>
}

const nothing = ''

/** Edits the tables of a publication, each with its published columns and rows. */
export function TableParts({ projectRef, value, onChange, tables, hasParts, problems }: TablePartsProps) {
  const chosen = new Set(value.map(keyOf))
  const free = tables.filter((table) => !chosen.has(keyOf(table)))
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-1.5 text-sm font-medium">{tablePartsText.tables}</legend>
      <SearchSelect
        label={tablePartsText.addTable}
        value={nothing}
        options={[
          { value: nothing, label: tablePartsText.addTable },
          ...free.map((table) => ({
            value: keyOf(table),
            label: `${table.schema}.${table.name}`,
            ...(table.is_partition ? { hint: tablePartsText.partition } : !table.has_identity && { hint: tablePartsText.noReplicaIdentity }),
          })),
        ]}
        searchLabel={tablePartsText.searchTables}
        emptyText={tablePartsText.noTable}
        onValueChange={(key) => {
          const table = free.find((one) => keyOf(one) === key)
          if (table) onChange([...value, { schema: table.schema, name: table.name, columns: null, filter: '' }])
        }}
      />
      {!hasParts && <p className="text-xs text-soft">{tablePartsText.noParts}</p>}
      <ul aria-label={tablePartsText.list} className="flex flex-col rounded-md border empty:hidden">
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
  /** Undefined if it no longer exists or isn't accessible. */
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
          {known?.has_identity === false && <Badge tone="warning">{tablePartsText.noIdentity}</Badge>}
          <span className="ml-auto shrink-0 text-xs font-normal text-soft max-sm:sr-only">
            {tablePartsText.summary(table.columns?.length ?? null, table.filter.trim() === '')}
          </span>
        </Button>
        <IconButton label={tablePartsText.remove(path)} onClick={onRemove}>
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
            aria-label={tablePartsText.rows(path)}
            placeholder={tablePartsText.rowsPlaceholder}
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
    <Loaded query={tableColumnsQuery(projectRef, tableId)} label={tablePartsText.label} skeleton={<Skeleton className="h-4 w-2/3" />}>
      {(data) => {
        const names = data.filter(({ is_generated: isGenerated }) => !isGenerated).map(({ name }) => name)
        const { columns } = table
        return (
          <div className="flex flex-col gap-1.5">
            <Checkbox
              isChecked={columns === null}
              onCheckedChange={(isAll) => onChange({ ...table, columns: isAll ? null : names })}
              label={tablePartsText.allColumns}
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
