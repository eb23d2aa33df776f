import { useState } from 'react'
import { keep, readKept } from '../../../lib/kept.ts'
import type { TableScope } from '../table-scope.ts'
import { type ColumnLayout, readLayout } from '../../../lib/data-grid/columns/column-layout.ts'

/** The arrangement of a table's columns, which this browser remembers for the table. */
export function useColumnLayout({ projectRef, entity }: TableScope): readonly [ColumnLayout, (layout: ColumnLayout) => void] {
  const key = `colonnade.columns.${projectRef}.${JSON.stringify([entity.schema, entity.name])}`
  const [layout, setLayout] = useState(() => readLayout(readKept(key)))
  return [
    layout,
    (next) => {
      setLayout(next)
      keep(key, JSON.stringify(next))
    },
  ]
}
