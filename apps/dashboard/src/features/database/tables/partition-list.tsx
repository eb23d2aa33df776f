import { Badge, Table, TableCell, TableHead } from '@colonnade/ui'
import { formatNumber } from '../../../lib/bytes.ts'
import { boundText } from './partition-tree.ts'
import { sizeText, type SizedRelation } from './table-sizes.ts'

export interface PartitionListProps {
  readonly label: string
  readonly partitions: readonly SizedRelation[]
  readonly onOpen: (id: number) => void
}

/** Partitions of a table with what each holds, and whether its own rows are guarded. */
export function PartitionList({ label, partitions, onOpen }: PartitionListProps) {
  return (
    <Table label={label}>
      <thead>
        <tr>
          <TableHead>Name</TableHead>
          <TableHead>Holds</TableHead>
          <TableHead isNumber>Rows</TableHead>
          <TableHead isNumber className="max-sm:hidden">
            Size
          </TableHead>
          <TableHead>Access</TableHead>
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
              <Badge tone={rls_enabled ? 'accent' : 'warning'}>{rls_enabled ? 'RLS' : 'No RLS'}</Badge>
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
