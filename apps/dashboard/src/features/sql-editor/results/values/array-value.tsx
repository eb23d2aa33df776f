import type { ArrayItem } from '@colonnade/pg-meta/array-literal'
import { Button, CellText } from '@colonnade/ui'
import { useState } from 'react'
import { arrayValueText } from './messages.ts'

/** Entries that are drawn at a time. */
const shownItems = 200

/** An array as a list; of more dimensions as lists in lists. Entries are counted from `first`, as Postgres does. */
export function ArrayValue({ items, first = 1 }: { readonly items: readonly ArrayItem[]; readonly first?: number }) {
  const [shown, setShown] = useState(shownItems)
  if (items.length === 0) return <p className="text-faint">{arrayValueText.noEntries}</p>
  return (
    <ol className="flex min-w-0 flex-col text-xs">
      {items.slice(0, shown).map((item, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- entries have no other name
        <li key={index} className="flex min-w-0 gap-2 border-b py-1 last:border-b-0">
          <span className="w-8 shrink-0 text-right font-mono text-2xs leading-4 text-faint tabular-nums">{first + index}</span>
          <span className="min-w-0 flex-1 break-words whitespace-pre-wrap">
            {item === null || typeof item === 'string' ? (
              item === null || item === '' ? (
                <CellText text={item} />
              ) : (
                <span className="font-mono">{item}</span>
              )
            ) : (
              <ArrayValue items={item} />
            )}
          </span>
        </li>
      ))}
      {items.length > shown && (
        <li>
          <Button size="sm" variant="ghost" onClick={() => setShown(shown + shownItems * 5)}>
            {arrayValueText.showMore((items.length - shown).toLocaleString('en-US'))}
          </Button>
        </li>
      )}
    </ol>
  )
}
