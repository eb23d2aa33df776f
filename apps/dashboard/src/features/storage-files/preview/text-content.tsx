import { CopyButton, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import Papa from 'papaparse'
import { formatBytes } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import type { PreviewKind } from '../entries/file-kind.ts'
import { pageText, previewText } from '../messages.ts'
import { type Previewed, textBytesMost, textQuery } from './content.ts'

export interface TextContentProps {
  readonly file: Previewed
  readonly size: number
  readonly kind: Extract<PreviewKind, 'text' | 'csv' | 'json'>
}

/** Most rows and columns shown. */
const shown = { rows: 200, columns: 50 }

/** Shows the beginning of a text file: CSV as a table, JSON indented. */
export function TextContent({ file, size, kind }: TextContentProps) {
  const { data, error, refetch } = useQuery(textQuery(file, size))
  if (error !== null) return <ErrorNotice error={error} onRetry={() => void refetch()} className="m-4" />
  if (data === undefined) {
    return (
      <output aria-label={pageText.loadingFile} className="flex flex-col gap-2 p-4">
        <Skeleton className="w-3/4" />
        <Skeleton className="w-1/2" />
        <Skeleton className="w-2/3" />
      </output>
    )
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {kind === 'csv' ? <Rows text={data.text} /> : <Plain text={kind === 'json' && !data.isCut ? spacedJson(data.text) : data.text} />}
      {data.isCut && <p className="border-t px-4 py-2 text-xs text-faint">{previewText.cut(formatBytes(textBytesMost))}</p>}
    </div>
  )
}

function Plain({ text }: { readonly text: string }) {
  return (
    <>
      <CopyButton text={text} label={previewText.copyText} className="absolute top-2 right-2" />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={previewText.content} className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2">
        <pre className="w-fit px-4 py-3 font-mono text-xs leading-5">{text}</pre>
      </section>
    </>
  )
}

function Rows({ text }: { readonly text: string }) {
  const [head = [], ...rows] = Papa.parse<readonly string[]>(text, { preview: shown.rows + 1, skipEmptyLines: true }).data
  const columns = head.slice(0, shown.columns)
  const cellClass = 'max-w-64 truncate border-r border-b px-2 py-1 text-left'
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={previewText.content} className="min-h-0 flex-1 overflow-auto focus-visible:-outline-offset-2">
      <table aria-label={previewText.tableLabel} className="border-separate border-spacing-0 font-mono text-xs">
        <thead>
          <tr>
            {columns.map((name, index) => (
              <th key={index} scope="col" className={`${cellClass} sticky top-0 bg-sunken font-medium`}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>
              {columns.map((_, index) => (
                <td key={index} className={cellClass} title={row[index]}>
                  {row[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function spacedJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
