import { decodeRows, type EntityColumn } from '@colonnade/pg-meta'
import { getColumnTypesSql } from '@colonnade/pg-meta/column-types'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { hasParts, shapeOf, shapeOfColumn, type ValueShape } from '../editors/value-shape.ts'
import type { TableScope } from '../table-scope.ts'

const columnTypesQuery = (projectRef: string, relation: number) =>
  queryOptions({
    queryKey: sqlKey(projectRef, 'column-types', relation),
    queryFn: async ({ signal }) => {
      const statement = getColumnTypesSql({ relation })
      const { results } = await runSql(projectRef, { query: statement.sql, read_only: true, signal })
      return decodeRows(statement, results)[0]?.column_types ?? null
    },
    staleTime: 60_000,
  })

/** What the values of columns are made of. Until the details of types are there, values with parts are text. */
export function useShapes({ projectRef, entity }: TableScope, columns: readonly EntityColumn[]): (column: EntityColumn) => ValueShape {
  const { data } = useQuery({ ...columnTypesQuery(projectRef, entity.id), enabled: columns.some(hasParts) })
  return (column) => (hasParts(column) && data ? shapeOf(data, column.name) : null) ?? shapeOfColumn(column)
}
