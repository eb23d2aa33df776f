import { parseArray } from '@colonnade/pg-meta/array-literal'
import { formatJson, parseJson } from '@colonnade/pg-meta/json-text'
import { Button, CopyButton, IconButton } from '@colonnade/ui'
import { X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { formatNumber } from '../../../../lib/bytes.ts'
import { JsonTree } from '../../../../lib/data-grid/values/json-tree.tsx'
import type { ResultColumn } from '../grid/result-columns.ts'
import { ArrayValue } from './array-value.tsx'
import { BytesValue } from './bytes-value.tsx'
import { cellPanelText } from './messages.ts'
import { valueKind } from './value-kind.ts'

export interface CellPanelProps {
  /** Null while no cell is active. */
  readonly column: ResultColumn | null
  readonly row: number | null
  readonly text: string | null
  /** Its whole length in characters, when it came cut. */
  readonly cut: number | undefined
  readonly onClose: () => void
}

/** The active cell's value as a whole; it goes along with the selection. */
export function CellPanel({ column, row, text, cut, onClose }: CellPanelProps) {
  const kind = column === null ? 'null' : valueKind(column, text, cut !== undefined)
  return (
    <aside aria-label={cellPanelText.value} className="flex min-h-0 flex-1 flex-col bg-surface">
      <header className="flex h-11 shrink-0 items-center gap-2 border-b px-3">
        <div className="min-w-0 flex-1 leading-4">
          <h2 className="truncate text-xs font-medium">{column?.name ?? 'Value'}</h2>
          <p className="truncate text-2xs text-faint">
            {column !== null && <span className="font-mono">{column.type}</span>}
            {row !== null && <span className="tabular-nums">{cellPanelText.row(formatNumber(row + 1))}</span>}
            {text !== null && kind === 'text' && <span className="tabular-nums"> · {lengthWords(cut ?? text.length)}</span>}
          </p>
        </div>
        {column !== null && text !== null && (
          <CopyButton text={() => (kind === 'json' ? shaped(text) : text)} label={cellPanelText.copyValue} isIconOnly variant="ghost" />
        )}
        <IconButton label={cellPanelText.hideValuePanel} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </header>
      <section
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={column === null ? cellPanelText.noValue : cellPanelText.valueOf(column.name)}
        className="min-h-0 flex-1 overflow-auto p-3 focus-visible:-outline-offset-2"
      >
        {cut !== undefined && text !== null && (
          <p className="mb-2 rounded-sm bg-warning-tint px-2 py-1 text-xs text-warning">
            {cellPanelText.truncated(formatNumber(text.length), lengthWords(cut))}
          </p>
        )}
        {column === null ? (
          <p className="text-soft">{cellPanelText.noCell}</p>
        ) : (
          <Value key={`${row} ${column.id}`} column={column} text={text} isCut={cut !== undefined} />
        )}
      </section>
    </aside>
  )
}

function Value({ column, text, isCut }: { readonly column: ResultColumn; readonly text: string | null; readonly isCut: boolean }) {
  if (text === null) return <p className="font-mono text-xs text-faint italic">{cellPanelText.null}</p>
  switch (valueKind(column, text, isCut)) {
    case 'bytes':
      return <BytesValue text={text} isCut={isCut} />
    case 'json':
      return <JsonValue text={text} />
    case 'array':
      return <ArrayText text={text} delimiter={column.base_format === '_box' ? ';' : ','} />
    default:
      return (
        <TextValue text={text === 't' && column.base_format === 'bool' ? 'true' : text === 'f' && column.base_format === 'bool' ? 'false' : text} />
      )
  }
}

function JsonValue({ text }: { readonly text: string }) {
  const node = useMemo(() => attempt(() => parseJson(text)), [text])
  return node === null || node.kind === 'scalar' ? <TextValue text={text} /> : <JsonTree node={node} path="$" name={null} sought="" />
}

function ArrayText({ text, delimiter }: { readonly text: string; readonly delimiter: string }) {
  const array = useMemo(() => attempt(() => parseArray(text, delimiter)), [text, delimiter])
  if (array === null) return <TextValue text={text} />
  return <ArrayValue items={array.items} first={Number(/^\[(-?\d+):/.exec(array.bounds ?? '')?.[1] ?? 1)} />
}

/** Characters that are drawn at first: a browser takes seconds to break a million into lines. */
const shownCharacters = 50_000

function TextValue({ text }: { readonly text: string }) {
  const [shown, setShown] = useState(shownCharacters)
  if (text === '') return <p className="text-xs text-faint italic">{cellPanelText.emptyText}</p>
  return (
    <>
      <pre className="font-mono text-xs break-words whitespace-pre-wrap">{text.slice(0, shown)}</pre>
      {text.length > shown && (
        <Button size="sm" variant="ghost" className="mt-2" onClick={() => setShown(shown * 4)}>
          {cellPanelText.showMore(formatNumber(text.length - shown))}
        </Button>
      )}
    </>
  )
}

function attempt<Found>(read: () => Found): Found | null {
  try {
    return read()
  } catch {
    return null
  }
}

function shaped(text: string): string {
  return attempt(() => formatJson(text)) ?? text
}

function lengthWords(characters: number): string {
  return cellPanelText.length(formatNumber(characters), characters)
}
