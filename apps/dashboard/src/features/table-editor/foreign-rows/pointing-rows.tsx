import type { RowKey } from '@colonnade/pg-meta'
import { Button, Spinner } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowUpRight } from 'lucide-react'
import { numberText, rowsText } from '../../../lib/texts/rows-text.ts'
import type { EditorSearch } from '../search.ts'
import type { TableScope } from '../table-scope.ts'
import { pointingCountQuery } from './foreign-queries.ts'
import { pointingRowsText } from './messages.ts'
import { referencesTo, searchOf, type Reference } from './references.ts'

export interface PointingRowsProps {
  readonly scope: TableScope
  readonly valueOf: (column: string) => string | null
  readonly onFollow: (search: EditorSearch) => void
}

/** Tables whose rows refer to a row, each with how many do, and the way to those. */
export function PointingRows({ scope, valueOf, onFollow }: PointingRowsProps) {
  const references = referencesTo(scope.entity)
  if (references.length === 0) return <p className="text-soft">{pointingRowsText.none(scope.entity.name)}</p>
  return (
    <ul className="flex flex-col ruled rounded-md border">
      {references.map((reference) => (
        <Pointing key={`${reference.table.id} ${reference.name}`} scope={scope} reference={reference} valueOf={valueOf} onFollow={onFollow} />
      ))}
    </ul>
  )
}

function Pointing({ scope, reference, onFollow, ...of }: PointingRowsProps & { readonly reference: Reference }) {
  const { table, other } = reference
  const search = searchOf(reference, (column) => of.valueOf(column))
  const values = reference.own.map((column) => of.valueOf(column) ?? '')
  const { data: count, error } = useQuery({ ...pointingCountQuery(scope, reference, values), enabled: search !== null })
  return (
    <li className="flex min-w-0 items-center gap-2 px-3 py-1.5">
      <span className="min-w-0 flex-1 truncate">
        {table.name} <span className="text-xs text-faint">{pointingRowsText.by(other.join(', '))}</span>
      </span>
      <span className="shrink-0 text-xs text-soft tabular-nums">
        {search === null ? (
          rowsText(0, true)
        ) : error !== null ? (
          pointingRowsText.notCountable
        ) : count === undefined ? (
          <Spinner />
        ) : (
          rowsText(count, true)
        )}
      </span>
      <Button
        size="sm"
        variant="ghost"
        disabled={search === null || count === 0}
        aria-label={pointingRowsText.openRows(count === undefined ? '' : numberText(count), table.name)}
        onClick={() => search !== null && onFollow(search)}
      >
        <ArrowUpRight aria-hidden />
      </Button>
    </li>
  )
}

/** What a row's key and cells have in a column. */
export function valueOfRow(scope: TableScope, cells: readonly (string | null)[] | null, key: RowKey | null): (column: string) => string | null {
  return (column) => {
    const inKey = key?.columns.indexOf(column) ?? -1
    if (inKey >= 0) return key!.values[inKey]!
    return cells?.[scope.entity.columns.findIndex(({ name }) => name === column)] ?? null
  }
}
