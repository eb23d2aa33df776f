import { buttonClass, Table, TableCell, TableHead } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { formatNumber } from '../../../../lib/bytes.ts'
import { shownBadRows } from '../limits.ts'
import { badRowsQuery, badRowsUrl } from '../run/bad-rows.ts'
import type { ImportRun } from '../run/import-run.ts'
import { doneText } from '../run/pace.ts'
import { runDoneText } from './messages.ts'

/** What was loaded, and what was not. */
export function RunDone({ run }: { readonly run: ImportRun }) {
  const badRows = run.progress?.bad_rows ?? 0
  return (
    <>
      <output className="block text-base">{doneText(run)}</output>
      {badRows > 0 && run.key !== null && <BadRows projectRef={run.order.projectRef} importKey={run.key} count={badRows} />}
    </>
  )
}

function BadRows({ projectRef, importKey, count }: { readonly projectRef: string; readonly importKey: string; readonly count: number }) {
  const { data = [] } = useQuery(badRowsQuery(projectRef, importKey))
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-md border border-warning/40 bg-warning-tint px-3 py-2">
        <p>{runDoneText.skipped(formatNumber(count), count)}</p>
        <a href={badRowsUrl(projectRef, importKey)} download className={buttonClass({ size: 'sm' })}>
          <Download aria-hidden />
          {runDoneText.download}
        </a>
      </div>
      {data.length > 0 && (
        <Table label={runDoneText.firstInvalidRows}>
          <thead>
            <tr>
              <TableHead isNumber>{runDoneText.line}</TableHead>
              <TableHead>{runDoneText.column}</TableHead>
              <TableHead>{runDoneText.reason}</TableHead>
              <TableHead>{runDoneText.row}</TableHead>
            </tr>
          </thead>
          <tbody>
            {data.slice(0, shownBadRows).map(([line = '', column = '', reason = '', ...record], place) => (
              <tr key={`${line} ${place}`}>
                <TableCell isNumber>{line}</TableCell>
                <TableCell className="font-mono text-xs">{column}</TableCell>
                <TableCell className="min-w-40">{reason}</TableCell>
                <TableCell className="max-w-80 truncate font-mono text-xs text-soft">{record.join(',')}</TableCell>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </div>
  )
}
