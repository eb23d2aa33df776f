import type { EntityType } from '@colonnade/pg-meta'
import type { EntityExposure } from '@colonnade/pg-meta/entity-details'
import { cn, ContextMenu } from '@colonnade/ui'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, type ComponentProps, type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { EntityRow } from './entity-row.tsx'
import { entryAfterKey, entryKey, type ListEntry } from './list-entries.ts'
import { entityListText } from './messages.ts'

const rowPx = 28

/** What the link of an entry is given besides its address. */
export type EntityLinkProps = Pick<
  ComponentProps<'a'>,
  'className' | 'children' | 'tabIndex' | 'onClick' | 'onDoubleClick' | 'onPointerEnter' | 'onPointerDown' | 'aria-current'
>

export interface EntityListProps {
  readonly entries: readonly ListEntry[]
  /** What of all relations the entries are: another schema, order or search begins at its top. */
  readonly listed: string
  readonly selectedId: number | null
  readonly exposure: ReadonlyMap<number, EntityExposure['roles']>
  readonly openIds: ReadonlySet<number>
  readonly hasMore: boolean
  readonly onMore: () => void
  readonly onToggle: (parent: number) => void
  readonly onMorePartitions: (parent: number) => void
  /** A letter was typed: it is meant for the search. */
  readonly onType: () => void
  /** The tab of this relation is to stay. */
  readonly onKeep: (entity: EntityType) => void
  readonly renderLink: (entity: EntityType, props: EntityLinkProps) => ReactNode
  /** Actions on an entry, or on the schema where no entry is. */
  readonly renderMenu: (entity: EntityType | null) => ReactNode
  readonly ref?: RefObject<HTMLDivElement | null>
}

/**
 * Relations of a schema, of which only those on the screen are in the page; the next hundred come as one scrolls. One entry is in the tab
 * order; arrows, Home and End go through the others, and letters go to the search.
 */
export function EntityList(props: EntityListProps) {
  const { entries, listed, selectedId, hasMore, onMore, onToggle, onMorePartitions, onType, renderMenu } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [target, setTarget] = useState<EntityType | null>(null)
  // entries that stay keep their elements: someone may be pressing the mouse on one
  const [shown, setShown] = useState(listed)
  if (shown !== listed) {
    setShown(listed)
    setActiveKey(null)
  }
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
  }, [listed])
  const place = entries.findIndex((entry) => entryKey(entry) === (activeKey ?? String(selectedId)))
  const active = Math.max(place, 0)
  const isFocusDue = useRef(false)
  // a leaf of its own, because the compiler leaves such components alone
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => entryKey(entries[index]!),
    overscan: 12,
    // the entry that has the focus, or takes it by Tab, is in the page wherever one has scrolled to
    rangeExtractor: (range) =>
      [...new Set([...defaultRangeExtractor(range), active])].filter((index) => index < entries.length).sort((a, b) => a - b),
  })
  const items = list.getVirtualItems()
  const isAtEnd = hasMore && (list.range?.endIndex ?? -1) >= entries.length - 5
  useEffect(() => {
    if (isAtEnd) onMore()
  }, [isAtEnd, onMore, entries.length])
  useEffect(() => {
    if (!isFocusDue.current) return
    isFocusDue.current = false
    scroller.current?.querySelector<HTMLElement>(`[data-index="${active}"] :is(a, [data-entry])`)?.focus()
  }, [active])

  const goTo = (index: number) => {
    isFocusDue.current = index !== active
    setActiveKey(entryKey(entries[index]!))
    list.scrollToIndex(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const from = indexOf(event.target)
    if (from === null || event.ctrlKey || event.metaKey || event.altKey) return
    const entry = entries[from]!
    const isOpen = entry.kind === 'entity' && props.openIds.has(entry.entity.id)
    const isToggle = entry.kind === 'entity' && entry.entity.type === 'p' && event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')
    const to = entryAfterKey(event.key, from, entries, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx))
    if (isToggle) onToggle(entry.entity.id)
    else if (to !== null) goTo(to)
    else if (event.key.length === 1 && event.key !== ' ') return onType()
    else return
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent) => {
    const entry = entries[indexOf(event.target) ?? -1]
    if (entry) setActiveKey(entryKey(entry))
  }
  const onMenu = (opened: Element) => {
    const entry = entries[indexOf(opened) ?? -1]
    setTarget(entry?.kind === 'entity' ? entry.entity : null)
  }
  // as it is by now: what was right when the menu was opened may have been switched or renamed since
  const known = entries.find((entry) => entry.kind === 'entity' && entry.entity.id === target?.id)
  return (
    <ContextMenu onOpen={onMenu} items={renderMenu(known?.kind === 'entity' ? known.entity : target)} className="flex min-h-0 flex-1 flex-col">
      <div
        ref={(element) => {
          scroller.current = element
          if (props.ref) props.ref.current = element
        }}
        className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys that lead from one link to another */}
        <ul aria-label={entityListText.tables} className="relative" style={{ height: list.getTotalSize() }} onKeyDown={onKeyDown} onFocus={onFocus}>
          {items.map(({ index, start }) => {
            const entry = entries[index]!
            return (
              <li
                key={entryKey(entry)}
                data-index={index}
                aria-setsize={hasMore ? -1 : entries.length}
                aria-posinset={index + 1}
                className={cn('group absolute inset-x-0 flex items-center rounded-md', target !== null && 'has-data-popup-open:bg-hover')}
                style={{ top: start, height: rowPx, paddingLeft: entry.level * 14 }}
              >
                <EntityRow {...props} entry={entry} isActive={index === active} onMorePartitions={onMorePartitions} />
              </li>
            )
          })}
        </ul>
      </div>
    </ContextMenu>
  )
}

function indexOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
  return index === undefined ? null : Number(index)
}
