import { Badge, Button, Table, TableCell, TableHead } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { trialRows, type TriedRow, type WriteAnswer } from './trial.ts'
import { reasonText, type TrialCommand } from '../../../../scope/policies/verdicts.ts'
import { triedRowsText } from './messages.ts'

export interface TriedRowsProps {
  readonly command: TrialCommand
  /** Why no policy applies; null where they do. */
  readonly unbound: string | null
  readonly rows: readonly TriedRow[]
  /** Writes one row and rolls it back; null where nothing is written. */
  readonly onTryWrite: ((row: TriedRow) => Promise<WriteAnswer>) | null
}

/** Shows which rows pass, and which policy decided. */
export function TriedRows({ command, unbound, rows, onTryWrite }: TriedRowsProps) {
  if (rows.length === 0) return <output className="text-soft">{triedRowsText.empty}</output>
  const passing = rows.filter((row) => passes(row, unbound)).length
  return (
    <section className="flex flex-col gap-2">
      <output className="text-soft">{triedRowsText.passing(passing, rows.length, rows.length === trialRows, command)}</output>
      <Table label={triedRowsText.label}>
        <thead>
          <tr>
            <TableHead>{triedRowsText.passes}</TableHead>
            <TableHead>{triedRowsText.row}</TableHead>
            <TableHead>{triedRowsText.decided}</TableHead>
            {onTryWrite && <TableHead>{triedRowsText.write}</TableHead>}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.tableId} ${row.place}`}>
              <TableCell>
                <Badge tone={passes(row, unbound) ? 'accent' : 'danger'}>{passes(row, unbound) ? triedRowsText.yes : triedRowsText.no}</Badge>
              </TableCell>
              <TableCell className="max-w-72 truncate font-mono text-xs" title={row.json.slice(0, titleLength)}>
                {row.json.slice(0, shownLength)}
              </TableCell>
              <TableCell className="text-xs wrap-anywhere">{decidedBy(row, unbound)}</TableCell>
              {onTryWrite && (
                <TableCell className="text-xs">
                  <WriteCell row={row} onTryWrite={onTryWrite} />
                </TableCell>
              )}
            </tr>
          ))}
        </tbody>
      </Table>
    </section>
  )
}

/** Most characters of a row in its cell, and in the cell's tooltip. */
const shownLength = 200
const titleLength = 2_000

/** Prefers the database's own answer where there is one. */
function passes(row: TriedRow, unbound: string | null): boolean {
  return row.isShown ?? (unbound !== null || row.passes)
}

function decidedBy(row: TriedRow, unbound: string | null): string {
  if (unbound !== null) return triedRowsText.unbound
  if (row.isShown !== null && row.isShown !== row.passes) return triedRowsText.changed
  return reasonText(row)
}

function WriteCell({ row, onTryWrite }: { readonly row: TriedRow; readonly onTryWrite: (row: TriedRow) => Promise<WriteAnswer> }) {
  const { mutate, isPending, data, error } = useMutation({ mutationFn: () => onTryWrite(row) })
  return (
    <div className="flex flex-col items-start gap-1 py-1">
      <Button size="sm" isPending={isPending} aria-label={triedRowsText.tryWrite(row.json.slice(0, 60))} onClick={() => mutate()}>
        {triedRowsText.try}
      </Button>
      {(data !== undefined || error !== null) && (
        <output className={`wrap-anywhere ${data?.isAllowed ? 'text-accent' : 'text-danger'}`}>{data?.text ?? messageOf(error)}</output>
      )}
    </div>
  )
}
