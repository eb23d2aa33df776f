import { Button, cn, EmptyState } from '@colonnade/ui'
import { SearchX, SquareFunction } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { countText } from '../../../lib/lists/count-text.ts'
import { ListSearch } from '../../../lib/lists/list-search.tsx'
import { windowParts } from '../../../lib/lists/row-window.ts'
import { entryProps, useListKeys } from '../../../lib/lists/use-list-keys.ts'
import { useRowWindow } from '../../../lib/lists/use-row-window.ts'
import { useSearchText } from '../../../lib/lists/use-search-text.ts'
import { finder } from '../../../lib/object-page/list-order.ts'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import type { ApiDocsSearchProps } from '../api-docs-search.ts'
import type { ExposedObject } from '../queries.ts'
import { objectListText } from './messages.ts'

export interface ObjectListProps extends ApiDocsSearchProps {
  readonly items: readonly ExposedObject[]
}

const rowPx = 44

/** Exposed tables, views and functions of any number, with a search. */
export function ObjectList({ items, search, onSearch }: ObjectListProps) {
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }, { isReplaced: true }))
  const words = useDeferredValue(text)
  const find = useMemo(() => finder(items, textOf), [items])
  const shown = find(words)
  return (
    <div className="flex flex-col gap-2">
      <ListSearch label={objectListText.search} value={text} onChange={setText} />
      <output className="text-xs text-faint tabular-nums">{countText(shown.length, items.length, 'object')}</output>
      {shown.length > 0 ? (
        <Entries items={shown} open={search.open} onOpen={(key) => onSearch({ ...search, open: key })} />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={objectListText.noMatches}
          action={
            <Button
              onClick={() => {
                setText('')
                onSearch({ ...search, q: undefined }, { isReplaced: true })
              }}
            >
              {objectListText.showAll}
            </Button>
          }
        >
          {objectListText.noMatchesText(words.trim().slice(0, 80))}
        </EmptyState>
      )}
    </div>
  )
}

interface EntriesProps {
  readonly items: readonly ExposedObject[]
  readonly open: string | undefined
  readonly onOpen: (key: string) => void
}

function Entries({ items, open, onOpen }: EntriesProps) {
  const [list, setList] = useState<HTMLElement | null>(null)
  const { active, ...keys } = useListKeys(list, items.length)
  const indexes = useRowWindow(list, items.length, rowPx, active)
  const hasSchemas = items[0]!.schema !== items.at(-1)!.schema
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys walk between its entries
    <ul ref={setList} aria-label={objectListText.list} {...keys}>
      {windowParts(indexes, items.length).map((part) => {
        if (part.kind === 'room') return <li key={`before ${part.before}`} role="presentation" aria-hidden style={{ height: part.rows * rowPx }} />
        const item = items[part.index]!
        return (
          <li key={item.key} data-index={part.index} aria-setsize={items.length} aria-posinset={part.index + 1} style={{ height: rowPx }}>
            <Entry item={item} hasSchema={hasSchemas} isOpen={item.key === open} tabIndex={part.index === active ? 0 : -1} onOpen={onOpen} />
          </li>
        )
      })}
    </ul>
  )
}

interface EntryProps {
  readonly item: ExposedObject
  readonly hasSchema: boolean
  readonly isOpen: boolean
  readonly tabIndex: 0 | -1
  readonly onOpen: (key: string) => void
}

function Entry({ item, hasSchema, isOpen, tabIndex, onOpen }: EntryProps) {
  const { label, Icon } = item.kind === 'relation' ? kindLooks[item.type] : { label: objectListText.function, Icon: SquareFunction }
  const second = item.comment ?? (item.kind === 'function' ? signatureOf(item.arguments) : label)
  return (
    <button
      type="button"
      {...entryProps}
      tabIndex={tabIndex}
      aria-current={isOpen || undefined}
      title={`${item.schema}.${item.name}${item.comment === null ? '' : `\n${item.comment}`}`}
      onClick={() => onOpen(item.key)}
      className={cn(
        'flex h-full w-full min-w-0 items-center gap-2 rounded-md px-2 text-left hover:bg-hover focus-visible:-outline-offset-2',
        isOpen && 'bg-hover text-fg',
      )}
    >
      <Icon aria-label={label} className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-mono text-xs">
          {hasSchema && <span className="text-faint">{item.schema}.</span>}
          {item.name}
        </span>
        <span className="block truncate text-2xs text-faint">{second}</span>
      </span>
    </button>
  )
}

const signatureOf = (all: readonly { readonly name: string; readonly type: string }[]): string =>
  `(${all.map(({ name, type }) => `${name} ${type}`.trim()).join(', ')})`

const textOf = (item: ExposedObject): string =>
  `${item.schema}.${item.name} ${item.comment ?? ''}${item.kind === 'function' ? ` ${signatureOf(item.arguments)}` : ''}`
