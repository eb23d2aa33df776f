import { getTableRowsSql, smallTableRows, type Filter } from '@colonnade/pg-meta'
import { Badge, Button, CodeBlock, Popover } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Gauge } from 'lucide-react'
import { sqlKey } from '../../../../scope/keys/keys.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import type { RowsView } from '../../rows/row-window.ts'
import type { TableScope } from '../../table-scope.ts'
import { indexStatement } from './index-statement.ts'
import { indexHintText } from './messages.ts'
import { scansMuch } from './plan.ts'

export interface IndexHintProps {
  readonly scope: TableScope
  readonly view: RowsView
  readonly onWriteSql: (text: string) => void
}

const scanned: ReadonlySet<string> = new Set(['r', 'p', 'm'])

/** A quiet word where the conditions or sorts of a large table have no index to go by; nothing else. */
export function IndexHint({ scope, view, onWriteSql }: IndexHintProps) {
  const { projectRef, entity, as } = scope
  const isAsked = view.filters.length + view.sorts.length > 0 && scanned.has(entity.entity_type) && entity.live_rows_estimate >= smallTableRows
  const { data: isSlow = false } = useQuery({
    queryKey: sqlKey(projectRef, 'page-plan', entity.id, view, as ?? null),
    queryFn: async ({ signal }) => {
      const query = `explain (format json) ${getTableRowsSql({ table: entity, ...view }).sql}`
      const { results } = await runSql(projectRef, { query, as, read_only: true, signal })
      return scansMuch(results[0]?.rows.map(([line]) => line).join('\n') ?? '[]')
    },
    enabled: isAsked,
    staleTime: 60_000,
    // errors of the page itself are shown there
    retry: false,
  })
  if (!isAsked || !isSlow) return null
  const filters = view.filters.filter((filter): filter is Filter => !('sql' in filter))
  const statement = indexStatement(entity, filters, view.sorts)
  return (
    <Popover
      label={indexHintText.title}
      align="end"
      className="w-96"
      trigger={
        <button type="button" className="rounded-full">
          <Badge tone="warning">
            <Gauge aria-hidden className="size-3" />
            {indexHintText.noIndex}
          </Badge>
        </button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        <h2 className="font-medium">{indexHintText.title}</h2>
        <p className="text-soft">
          {indexHintText.body(entity.name)} {statement === null ? indexHintText.noSuggestion : indexHintText.suggestion}
        </p>
        {statement !== null && (
          <>
            <CodeBlock code={statement} label={indexHintText.statement} isWrapped />
            <Button size="sm" className="self-start" onClick={() => onWriteSql(statement)}>
              {indexHintText.openInSqlEditor}
            </Button>
          </>
        )}
      </div>
    </Popover>
  )
}
