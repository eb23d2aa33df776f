import type { RowKey } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import { referencesTo } from '../foreign-rows/references.ts'
import type { TableScope } from '../table-scope.ts'
import { referringQuery, type Referring } from './bulk-queries.ts'
import { referringRowsText } from './messages.ts'

/** What a deletion does to rows that refer to the deleted ones, one line for each foreign key. */
export function ReferringRows({ referring }: { readonly referring: readonly Referring[] }) {
  return referring.map((one) => (
    <p
      key={`${one.table} ${one.action} ${one.columns.join()}`}
      className={one.action === 'cascades' ? 'flex items-center gap-1.5 text-danger' : 'flex items-center gap-1.5 text-warning'}
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      {referringText(one)}
    </p>
  ))
}

/** The same of deletions that are staged. */
export function ReferringToStaged({ scope, keys }: { readonly scope: TableScope; readonly keys: readonly RowKey[] }) {
  const { data: referring = [] } = useQuery({
    ...referringQuery(scope, { kind: 'selection', keys }),
    enabled: keys.length > 0 && referencesTo(scope.entity).length > 0,
  })
  return <ReferringRows referring={referring} />
}

export function referringText({ table, columns, rows, action }: Referring): string {
  const who = referringRowsText.of(rowsText(rows, true), table)
  switch (action) {
    case 'cascades':
      return referringRowsText.alsoDeleted(who, columns.join(', '))
    case 'clears':
      return referringRowsText.setNull(columns.join(', '), who)
    case 'defaults':
      return referringRowsText.setDefault(columns.join(', '), who)
    case 'blocks':
      return referringRowsText.refused(who)
  }
}
