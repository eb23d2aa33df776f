import { ident, toText } from '@colonnade/sql'
import { Button, Field, Input } from '@colonnade/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { DependentsList } from '../../../../scope/drops/dependents-list.tsx'
import { typeObstaclesQuery } from '../types/type-obstacles.ts'
import { useTableForm } from '../form-context.ts'
import { misfitQuery, nullsQuery, offeredUsing } from '../types/fits.ts'
import type { ColumnDraft } from '../model/table-draft.ts'
import { isNarrowing, isSameType } from '../types/type-changes.ts'
import { countBy } from '../queries.ts'
import { typeChangeText } from './messages.ts'

export interface TypeChangeProps {
  readonly column: ColumnDraft
  readonly onChange: (using: string) => void
}

/** How the values that are there get another type, and how many would not fit. */
export function TypeChange({ column, onChange }: TypeChangeProps) {
  const { base, surroundings } = useTableForm()
  const before = base?.draft.columns.find(({ id }) => id === column.id)
  if (base === null || before === undefined || isSameType(before.type, column.type)) return null
  const table = { schema: base.draft.schema, name: base.draft.name }
  const query = isNarrowing(before.type, column.type) ? misfitQuery(table, before.name, before.type, column.type, surroundings.versionNumber) : null
  const offered = offeredUsing(column.name, before.type, column.type)
  return (
    <div className="flex flex-col gap-2 border-l-2 border-warning pl-3">
      <p className="text-xs">
        {typeChangeText.changesFrom} <span className="font-mono">{before.type}</span> {typeChangeText.to}{' '}
        <span className="font-mono">{column.type}</span>.
      </p>
      <Field
        label={typeChangeText.conversion}
        isOptional
        hint={typeChangeText.conversionHint}
        aside={
          column.using !== offered && (
            <Button
              size="sm"
              variant="ghost"
              className="h-auto min-h-6 min-w-0 shrink px-1.5 text-left font-mono whitespace-normal wrap-anywhere"
              onClick={() => onChange(offered)}
            >
              {typeChangeText.use(offered)}
            </Button>
          )
        }
      >
        <Input
          isMono
          value={column.using}
          placeholder={`${toText(ident(column.name === '' ? before.name : column.name))}::${column.type}`}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
      <Obstacles table={base.definition.id} column={before.name} />
      {query !== null && <Count label={typeChangeText.countUnfit} query={query} none={typeChangeText.allFit} some={typeChangeText.unfit} />}
    </div>
  )
}

/** What keeps the column from getting another type. */
function Obstacles({ table, column }: { readonly table: number; readonly column: string }) {
  const { projectRef } = useTableForm()
  const { data: obstacles = [] } = useQuery(typeObstaclesQuery(projectRef, table, column))
  if (obstacles.length === 0) return null
  return (
    <div role="note" className="flex flex-col gap-1.5 text-xs">
      <p className="text-warning">{typeChangeText.obstacles(column, obstacles.length)}</p>
      <DependentsList label={typeChangeText.dependsOn(column)} dependents={obstacles} />
    </div>
  )
}

/** For a column that is to have a value in every row: how many have none. */
export function MissingValues({ column }: { readonly column: ColumnDraft }) {
  const { base } = useTableForm()
  const before = base?.draft.columns.find(({ id }) => id === column.id)
  if (base === null || before === undefined || !before.isNullable || column.isNullable) return null
  const query = nullsQuery({ schema: base.draft.schema, name: base.draft.name }, before.name)
  return <Count label={typeChangeText.countNull} query={query} none={typeChangeText.noneNull} some={typeChangeText.nulls} />
}

interface CountProps {
  readonly label: string
  readonly query: string
  readonly none: string
  readonly some: (rows: string, count: number) => string
}

function Count({ label, query, none, some }: CountProps) {
  const { projectRef } = useTableForm()
  const count = useMutation({ mutationFn: async () => ({ query, rows: await countBy(projectRef, query) }) })
  const rows = count.data?.query === query ? count.data.rows : undefined
  return (
    <div className="flex flex-wrap items-center gap-2 text-xs">
      <Button size="sm" isPending={count.isPending} onClick={() => count.mutate()}>
        {label}
      </Button>
      <output className={rows !== undefined && rows > 0 ? 'text-danger' : 'text-soft'}>
        {rows === 0 && none}
        {rows !== undefined && rows > 0 && some(rows.toLocaleString('en'), rows)}
        {count.error !== null && messageOf(count.error)}
      </output>
    </div>
  )
}
