import { Badge, Table, TableCell, TableHead } from '@colonnade/ui'
import { formatNumber } from '../../../lib/bytes.ts'
import { tableText, tablesText as text } from './messages.ts'
import { boundText } from './partition-tree.ts'
import { sizeText, type SizedRelation } from './table-sizes.ts'

export interface PartitionListProps {
  readonly label: string
  readonly partitions: readonly SizedRelation[]
  readonly onOpen: (id: number) => void
}

/** Lists a table's partitions, with their values and whether row-level security is on. */
export function PartitionList({ label, partitions, onOpen }: PartitionListProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <TableHead>{text.name}</TableHead>
          <TableHead>{tableText.holds}</TableHead>
          <TableHead isNumber>{text.rows}</TableHead>
          <TableHead isNumber className="max-sm:hidden">
            {text.size}
          </TableHead>
          <TableHead>{text.access}</TableHead>
        </tr>
      </thead>
      <tbody>
        {partitions.map(({ id, name, partition_of, rows_estimate, bytes, isMeasured, rls_enabled }) => (
          <tr key={id}>
            <TableCell>
              <button type="button" onClick={() => onOpen(id)} className="rounded-sm text-left font-mono text-xs wrap-anywhere hover:text-accent">
                {name}
              </button>
            </TableCell>
            <TableCell className="font-mono text-xs wrap-anywhere text-soft">{boundText(partition_of?.bound ?? '')}</TableCell>
            <TableCell isNumber>{rows_estimate === null ? '–' : `≈ ${formatNumber(Math.round(rows_estimate))}`}</TableCell>
            <TableCell isNumber className="max-sm:hidden">
              {sizeText({ bytes, isMeasured }) ?? '–'}
            </TableCell>
            <TableCell>
              <Badge tone={rls_enabled ? 'accent' : 'warning'}>{rls_enabled ? text.rls : text.noRls}</Badge>
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
