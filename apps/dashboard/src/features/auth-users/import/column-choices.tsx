import { type ColumnChoice, columnTargets } from '@colonnade/contracts/auth/user-files/formats'
import { Select } from '@colonnade/ui'
import { columnChoicesText } from './messages.ts'

export interface ColumnChoicesProps {
  readonly columns: readonly ColumnChoice[]
  readonly onChange: (columns: readonly ColumnChoice[]) => void
}

/** What each column of a file is for. */
export function ColumnChoices({ columns, onChange }: ColumnChoicesProps) {
  return (
    <section aria-label={columnChoicesText.columns} className="flex flex-col gap-1.5">
      <h3 className="text-sm font-medium">{columnChoicesText.columns}</h3>
      <ul className="ruled rounded-md border">
        {columns.map(({ column, target }, place) => (
          <li key={column} className="flex items-center justify-between gap-3 px-3 py-1.5">
            <span className="min-w-0 truncate font-mono text-xs" title={column}>
              {column}
            </span>
            <Select
              size="sm"
              label={columnChoicesText.field(column)}
              className="w-48 shrink-0"
              value={target}
              onValueChange={(next) => onChange(columns.map((each, index) => (index === place ? { column, target: next } : each)))}
              options={columnTargets}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
