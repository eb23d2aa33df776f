import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type FocusEvent, type ReactNode } from 'react'
import { Button } from '../actions/button.tsx'
import { cn } from '../class-names.ts'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { Spinner } from '../feedback/spinner.tsx'

/** See `moreWithin`. */
const usualMoreWithin = 10

/** Where the list stands: `loading` is the first page, `more` one of the next, `failed` the last answer. */
export type InfiniteListState = 'ready' | 'loading' | 'more' | 'failed'

export interface InfiniteListProps<Item> {
  /** Names the list. */
  readonly label: string
  readonly items: readonly Item[]
  readonly keyOf: (item: Item) => string | number
  readonly renderItem: (item: Item, index: number) => ReactNode
  /** Height of a usual entry; real ones may differ, they are measured. */
  readonly itemPx?: number
  readonly state?: InfiniteListState
  /** Whether the next page exists. */
  readonly hasMore?: boolean
  readonly onMore?: () => void
  /** The next page is asked for when one sees an entry that is this near to the end; fewer than a page has, or opening asks for two. */
  readonly moreWithin?: number
  /** In place of entries when there are none. */
  readonly empty?: ReactNode
  /** What could not be done, when the state is `failed`. */
  readonly failure?: string
  /** Said below the last entry, when there is a first one. */
  readonly endText?: ReactNode
  /** Give it a height: the list scrolls inside. */
  readonly className?: string
}

/** A list of any length: only what is on the screen is in the page, and the next entries come before one gets to the end. */
export function InfiniteList<Item>(props: InfiniteListProps<Item>) {
  const { label, items, state = 'ready', hasMore = false, onMore, empty, failure, endText, itemPx = 36, className } = props
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  return (
    <section
      ref={setScroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      aria-busy={state === 'loading' || state === 'more'}
      className={cn('relative min-h-0 overflow-y-auto overscroll-contain', className)}
    >
      {items.length > 0 && <Entries {...props} scroller={scroller} />}
      {items.length === 0 && state === 'loading' && <FirstPage label={label} itemPx={itemPx} />}
      {items.length === 0 && state === 'ready' && !hasMore && empty}
      {items.length > 0 && state === 'more' && (
        <output className="flex h-9 items-center justify-center gap-2 text-xs text-faint">
          <Spinner /> Loading more…
        </output>
      )}
      {state === 'failed' && (
        <div role="alert" className="flex min-h-9 flex-wrap only:min-h-full items-center justify-center gap-2 px-3 py-2 text-xs">
          <CircleAlert aria-hidden className="size-3.5 text-danger" />
          {failure ?? 'The list could not be loaded.'}
          {onMore && (
            <Button size="sm" onClick={onMore}>
              Try again
            </Button>
          )}
        </div>
      )}
      {items.length > 0 && state === 'ready' && !hasMore && endText !== undefined && (
        <p className="flex h-9 items-center justify-center text-xs text-faint">{endText}</p>
      )}
    </section>
  )
}

interface EntriesProps<Item> extends InfiniteListProps<Item> {
  readonly scroller: HTMLElement | null
}

function Entries<Item>(props: EntriesProps<Item>) {
  const { items, label, keyOf, renderItem, itemPx = 36, state = 'ready', hasMore = false, onMore, moreWithin = usualMoreWithin, scroller } = props
  const [focused, setFocused] = useState<number | null>(null)
  // a leaf of its own, because the compiler leaves such components alone
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller,
    estimateSize: () => itemPx,
    getItemKey: (index) => keyOf(items[index]!),
    overscan: 8,
    // the entry that has the focus stays in the page while it is out of sight, or the focus would fall back to the top
    rangeExtractor: (range) => withEntry(defaultRangeExtractor(range), focused, items.length),
  })
  const shown = list.getVirtualItems()
  const lastInSight = list.range?.endIndex ?? -1
  const isNearEnd = hasMore && state === 'ready' && lastInSight >= items.length - moreWithin
  const more = useEffectEvent(() => onMore?.())
  useEffect(() => {
    if (isNearEnd) more()
    // a page that came and did not fill the window asks for the next
  }, [isNearEnd, items.length])
  const onFocus = (event: FocusEvent) => {
    const index = Number(event.target.closest<HTMLElement>('[data-index]')?.dataset['index'])
    setFocused(Number.isNaN(index) ? null : index)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it watches where the focus is, and answers to nothing
    <ul aria-label={label} className="relative" style={{ height: list.getTotalSize() }} onFocus={onFocus} onBlur={() => setFocused(null)}>
      {shown.map(({ index, key, start }) => (
        <li
          key={key}
          ref={list.measureElement}
          data-index={index}
          aria-setsize={hasMore ? -1 : items.length}
          aria-posinset={index + 1}
          className="absolute inset-x-0 top-0"
          style={{ transform: `translateY(${start}px)` }}
        >
          {renderItem(items[index]!, index)}
        </li>
      ))}
    </ul>
  )
}

function withEntry(indexes: readonly number[], index: number | null, count: number): number[] {
  if (index === null || index >= count || indexes.includes(index)) return [...indexes]
  return [...indexes, index].sort((a, b) => a - b)
}

function FirstPage({ label, itemPx }: { readonly label: string; readonly itemPx: number }) {
  return (
    <Loading label={label} className="flex flex-col">
      {widths.map((width) => (
        <div key={width} className="flex items-center px-3" style={{ height: itemPx }}>
          <Skeleton className={width} />
        </div>
      ))}
    </Loading>
  )
}

const widths = ['w-2/3', 'w-1/2', 'w-3/5', 'w-2/5', 'w-1/3']
