import { Table, TableHead } from '@colonnade/ui'
import { numberText } from '../../../../lib/texts/rows-text.ts'
import { previewCharacters, previewRows, shownColumns } from '../limits.ts'
import { readValue, type Reading } from '../guessing/read-value.ts'
import { useOutcomes, type Outcome } from './use-outcomes.ts'
import type { Sample, SampleCell } from '../reading/sample.ts'
import { previewTableText } from './messages.ts'

export interface PreviewTableProps {
  readonly projectRef: string
  readonly sample: Sample
  /** Where each field goes, as a heading; null for nowhere. */
  readonly headings: readonly ({ readonly name: string; readonly type: string } | null)[]
}

/** The first rows as they will be in the table. */
export function PreviewTable({ projectRef, sample, headings }: PreviewTableProps) {
  const outcomes = useOutcomes(
    projectRef,
    sample,
    headings.map((into) => into?.type ?? null),
  )
  const fields = sample.fields.slice(0, shownColumns)
  const left = sample.fields.length - fields.length
  const rows = sample.rows.slice(0, previewRows)
  const hasExtra = rows.some(({ extra }) => extra > 0)
  return (
    <div className="flex flex-col gap-1.5">
      <div className="max-h-72 overflow-y-auto">
        <Table label={previewTableText.preview} className="font-mono text-xs">
          <thead className="sticky top-0 z-10">
            <tr>
              <TableHead isNumber className="px-2">
                {previewTableText.line}
              </TableHead>
              {fields.map(({ source, heading }, place) => {
                const into = headings[place]
                return (
                  <TableHead key={source} className="px-2">
                    {into ? (
                      <>
                        <span className="text-fg">{into.name}</span> <span className="font-normal">{into.type}</span>
                      </>
                    ) : (
                      <s className="font-normal">{heading ?? previewTableText.column(place + 1)}</s>
                    )}
                  </TableHead>
                )
              })}
              {hasExtra && (
                <TableHead className="px-2">
                  <span className="sr-only">{previewTableText.extraValues}</span>
                </TableHead>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, number) => (
              <tr key={`${row.line} ${number}`} className="[&>td]:h-7 [&>td]:border-b [&>td]:px-2 [&>td]:whitespace-nowrap">
                <td className="text-right text-faint tabular-nums">{row.line}</td>
                {fields.map(({ source }, place) => (
                  <td key={source} className={headings[place] ? undefined : 'opacity-40'}>
                    <Cell cell={row.cells[place]} type={headings[place]?.type ?? ''} reading={sample} outcome={outcomes[place]?.[number]} />
                  </td>
                ))}
                {hasExtra && <td className="text-danger">{row.extra > 0 && `+ ${row.extra} more`}</td>}
              </tr>
            ))}
          </tbody>
        </Table>
      </div>
      {left > 0 && <p className="text-xs text-faint">{previewTableText.moreColumns(numberText(left))}</p>}
    </div>
  )
}

interface CellProps {
  readonly cell: SampleCell | undefined
  /** Of the column that it goes into; empty for none. */
  readonly type: string
  readonly reading: Reading
  /** What the database makes of it, once it has said so. */
  readonly outcome: Outcome | undefined
}

/** A value as it will be, with what the file says where that is written otherwise. */
function Cell({ cell, type, reading, outcome }: CellProps) {
  if (cell === undefined) return <span className="text-danger">{previewTableText.missing}</span>
  if (cell === null) return <span className="text-faint italic">{previewTableText.null}</span>
  if (cell.text === '' && (outcome === undefined || 'text' in outcome)) return <span className="text-faint italic">{previewTableText.empty}</span>
  const read = cell.form === 'plain' || cell.form === 'string' ? readValue(cell.text, type, reading) : { text: cell.text }
  const shown = 'wrong' in read ? read : (outcome ?? read)
  if ('wrong' in shown) {
    return (
      <span className="text-danger" title={shown.wrong}>
        {cell.text === '' ? 'empty' : cut(cell.text)}
        <span className="sr-only">: {shown.wrong}</span>
      </span>
    )
  }
  if (shown.text === cell.text) return <>{cut(cell.text)}</>
  return (
    <>
      {cut(shown.text)} <span className="text-faint">{`← ${cut(cell.text)}`}</span>
    </>
  )
}

function cut(text: string): string {
  return text.length > previewCharacters ? `${text.slice(0, previewCharacters)}…` : text
}
