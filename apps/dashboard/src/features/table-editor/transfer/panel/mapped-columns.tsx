import type { Entity } from '@colonnade/pg-meta'
import { Select, Table, TableCell, TableHead } from '@colonnade/ui'
import { previewCharacters } from '../limits.ts'
import { fillableColumns } from '../plan/match-columns.ts'
import type { Sample } from '../reading/sample.ts'
import { mappedColumnsText } from './messages.ts'
import { MoreColumns, useShownColumns } from './more-columns.tsx'

export interface MappedColumnsProps {
  readonly sample: Sample
  readonly entity: Entity
  readonly targets: readonly (string | null)[]
  readonly onTarget: (place: number, target: string | null) => void
}

/** No column of Postgres has an empty name. */
const nowhere = ''

/** Which field of the file goes into which column of the table. */
export function MappedColumns({ sample, entity, targets, onTarget }: MappedColumnsProps) {
  const shown = useShownColumns(sample.fields.length)
  const options = [
    { value: nowhere, label: mappedColumnsText.skip },
    ...fillableColumns(entity.columns).map(({ name, type }) => ({ value: name, label: name, hint: type })),
  ]
  return (
    <div className="flex flex-col gap-2">
      <Table label={mappedColumnsText.columns}>
        <thead>
          <tr>
            <TableHead className="px-2">{mappedColumnsText.inFile}</TableHead>
            <TableHead className="px-2">{mappedColumnsText.firstValue}</TableHead>
            <TableHead className="px-2">{mappedColumnsText.inTable}</TableHead>
          </tr>
        </thead>
        <tbody>
          {sample.fields.slice(0, shown.count).map(({ source, heading }, place) => {
            const name = heading === null || heading === '' ? mappedColumnsText.columnNumber(place + 1) : heading
            const first = sample.rows.find(({ cells }) => cells[place] !== null && cells[place] !== undefined)?.cells[place]?.text ?? ''
            return (
              <tr key={source}>
                <TableCell className="max-w-48 truncate px-2 font-mono text-xs">{name}</TableCell>
                <TableCell className="max-w-40 truncate px-2 font-mono text-xs text-soft">{first.slice(0, previewCharacters)}</TableCell>
                <TableCell className="min-w-44 px-2 py-1">
                  <Select
                    size="sm"
                    label={mappedColumnsText.columnFor(name)}
                    value={targets[place] ?? nowhere}
                    options={options}
                    onValueChange={(target) => onTarget(place, target === nowhere ? null : target)}
                  />
                </TableCell>
              </tr>
            )
          })}
        </tbody>
      </Table>
      <MoreColumns shown={shown} total={sample.fields.length} />
    </div>
  )
}
