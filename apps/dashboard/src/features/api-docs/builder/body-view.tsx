import { SegmentedControl, Table, TableCell, TableHead } from '@colonnade/ui'
import { useMemo } from 'react'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { useKeptChoice } from '../../../lib/tabs/use-kept-choice.ts'
import { cutText, emptyBodyText, firstRowsText } from '../messages.ts'
import { bodyText } from './messages.ts'
import { readRows, type ReplyRows, rowsShown } from './reply-rows.ts'

/** Most characters of a body that are shown. */
const shownMost = 200_000

/** Shows the body of a response: as a table if it is a list of rows, or as received. */
export function BodyView({ body, type }: { readonly body: string; readonly type: string }) {
  const rows = useMemo(() => readRows(body), [body])
  const [view, choose] = useKeptChoice('api-docs:body', ['table', 'text'])
  if (body === '') return <p className="text-soft">{emptyBodyText}</p>
  const isTable = rows !== null && view === 'table'
  return (
    <div className="flex min-w-0 flex-col items-start gap-2">
      {rows !== null && (
        <SegmentedControl
          label={bodyText.format}
          value={view}
          onValueChange={choose}
          options={[
            { value: 'table', label: bodyText.table },
            { value: 'text', label: bodyText.json },
          ]}
        />
      )}
      <div className="w-full min-w-0">
        {isTable ? (
          <RowTable {...rows} />
        ) : (
          <CodePanel label={bodyText.body} language={type.includes('json') ? 'json' : 'text'} rows={4} value={body.slice(0, shownMost)} />
        )}
        {!isTable && body.length > shownMost && <p className="text-xs text-faint">{cutText(shownMost)}</p>}
      </div>
    </div>
  )
}

function RowTable({ columns, rows, total }: ReplyRows) {
  return (
    <div className="flex flex-col gap-1">
      <Table label={bodyText.rows}>
        <thead>
          <tr>
            {columns.map((column) => (
              <TableHead key={column} className="font-mono">
                {column}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- a row is its place
            <tr key={index}>
              {row.map((cell, at) => (
                <TableCell key={columns[at]} className="h-7 max-w-80 truncate font-mono text-xs" title={cell ?? undefined}>
                  {cell ?? <span className="text-faint">NULL</span>}
                </TableCell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      {total > rowsShown && <p className="text-xs text-faint">{firstRowsText(rowsShown, total)}</p>}
    </div>
  )
}
