import { Badge } from '@colonnade/ui'
import { valuesText } from '../messages.ts'
import type { DocumentedColumn } from '../examples/documented-column.ts'
import { objectDocsText } from './messages.ts'

/** Columns with their types, the values of enums, and comments. */
export function ColumnTable({ columns }: { readonly columns: readonly DocumentedColumn[] }) {
  return (
    <ul aria-label={objectDocsText.columns} className="divide-y rounded-lg border">
      {columns.map((column) => (
        <li key={column.name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-1.5">
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{column.name}</span>
          <span className="font-mono text-xs text-faint wrap-anywhere">{column.type}</span>
          {column.is_key && <Badge>{objectDocsText.primaryKey}</Badge>}
          {isRequired(column) && <Badge>{objectDocsText.required}</Badge>}
          {column.generated !== null && <Badge>{column.generated === 'identity' ? 'Identity' : 'Generated'}</Badge>}
          {column.labels.length > 0 && <span className="w-full font-mono text-xs text-soft wrap-anywhere">{valuesText(column.labels)}</span>}
          {column.comment !== null && <span className="w-full text-xs text-soft wrap-anywhere">{column.comment}</span>}
        </li>
      ))}
    </ul>
  )
}

const isRequired = ({ is_nullable: isNullable, default: value, generated }: DocumentedColumn): boolean =>
  !isNullable && value === null && generated === null
