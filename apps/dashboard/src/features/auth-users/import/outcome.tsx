import { Button, Table, TableCell, TableHead } from '@colonnade/ui'
import { Download } from 'lucide-react'
import { formatNumber } from '../../../lib/bytes.ts'
import { saveBlob } from '../../../lib/save-file.ts'
import { refusedShown } from './limits.ts'
import { importTexts, outcomeText } from './messages.ts'
import { refusedFile } from './refused-file.ts'
import type { Tally } from './send-users.ts'

export interface OutcomeProps {
  readonly tally: Tally
  /** Nothing was changed: what an import would do. */
  readonly isTrial: boolean
}

/** How many users come of a file, and which rows don't. */
export function Outcome({ tally, isTrial }: OutcomeProps) {
  const { created, updated, skipped, refused, rows, withoutPassword } = tally
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Figure label={isTrial ? outcomeText.toCreate : outcomeText.created} value={created} />
        <Figure label={isTrial ? outcomeText.toUpdate : outcomeText.updated} value={updated} />
        <Figure label={isTrial ? outcomeText.toSkip : outcomeText.skipped} value={skipped} />
        <Figure label={outcomeText.refused} value={refused} />
      </dl>
      {withoutPassword > 0 && <p className="text-sm text-soft">{importTexts.withoutPassword(withoutPassword)}</p>}
      {refused > 0 && (
        <div className="flex flex-col gap-3">
          <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
            <p>{isTrial ? importTexts.refused(refused) : importTexts.refusedLeftOut(refused)}</p>
            <Button size="sm" onClick={() => saveBlob(new Blob([refusedFile(rows)], { type: 'text/csv' }), 'refused-users.csv')}>
              <Download aria-hidden />
              {importTexts.download}
            </Button>
          </div>
          {refused > rows.length && <p className="text-xs text-faint">{importTexts.downloadCut(rows.length)}</p>}
          <RefusedTable rows={rows} all={refused} />
        </div>
      )}
    </div>
  )
}

function RefusedTable({ rows, all }: { readonly rows: Tally['rows']; readonly all: number }) {
  const shown = rows.slice(0, refusedShown)
  return (
    <>
      <Table label={outcomeText.refusedRows}>
        <thead>
          <tr>
            <TableHead isNumber>{outcomeText.line}</TableHead>
            <TableHead>{outcomeText.reason}</TableHead>
            <TableHead>{outcomeText.value}</TableHead>
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, field, value, reason }, place) => (
            <tr key={`${line} ${place}`}>
              <TableCell isNumber>{formatNumber(line)}</TableCell>
              <TableCell className="min-w-44">
                {field !== null && <span className="font-mono text-xs text-soft">{field}: </span>}
                {reason}
              </TableCell>
              <TableCell className="max-w-60 truncate font-mono text-xs text-soft" title={value ?? undefined}>
                {value ?? '–'}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {all > shown.length && <p className="text-xs text-faint">{importTexts.firstOf(shown.length, all)}</p>}
    </>
  )
}

function Figure({ label, value }: { readonly label: string; readonly value: number }) {
  return (
    <div>
      <dt className="text-xs text-faint">{label}</dt>
      <dd className="text-lg tabular-nums">{formatNumber(value)}</dd>
    </div>
  )
}
