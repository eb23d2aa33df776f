// oxlint-disable jsx-a11y/prefer-tag-over-role -- no element of HTML is a tree (ARIA, tree view)
import { cn, ContextMenu } from '@colonnade/ui'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { LibraryRow } from './library-row.tsx'
import { libraryListText } from './messages.ts'
import { rowAfterKey, type TreeRow } from './snippet-tree.ts'

const rowPx = 28
/** With the line that was found. */
const foundRowPx = 46
const indentPx = 14

/** What a dragged row is in the clipboard of the drag. */
const dragType = 'application/x-colonnade-snippet'

export interface LibraryListProps {
  readonly projectRef: string
  readonly rows: readonly TreeRow[]
  readonly activeId: string
  /** The key of the row whose name is a field. */
  readonly renaming: string | null
  /** The keys of a folder that was moved or renamed last, before and now: its line is another one since. */
  readonly moved: { readonly from: string; readonly to: string } | null
  readonly onOpen: (id: string) => void
  readonly onToggle: (key: string) => void
  readonly onRename: (row: TreeRow) => void
  readonly onRenamed: (row: TreeRow, name: string | null) => void
  readonly onDelete: (row: TreeRow) => void
  /** A row was dropped on another: a snippet or folder on a folder or section. */
  readonly onMove: (row: TreeRow, to: TreeRow) => void
  /** A letter was typed: it is meant for the search. */
  readonly onType: () => void
  readonly renderMenu: (row: TreeRow | null) => ReactNode
  readonly ref?: RefObject<HTMLDivElement | null>
}

/**
 * The library as a tree, of which only the lines on the screen are in the page. One is in the tab order; arrows walk and open, F2 renames,
 * Delete deletes, letters go to the search.
 */
export function LibraryList(props: LibraryListProps) {
  const { rows, activeId, renaming, moved, onOpen, onToggle, onRename, onDelete, onMove, onType, renderMenu } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<{ readonly key: string; readonly index: number } | null>(null)
  const [target, setTarget] = useState<TreeRow | null>(null)
  const [over, setOver] = useState<string | null>(null)
  const dragged = useRef<TreeRow | null>(null)
  const isFocusDue = useRef(false)
  const hasFocus = useRef(false)
  const known = rows.findIndex(({ key }) => key === focused?.key)
  const shown = rows.findIndex((row) => row.kind === 'snippet' && row.snippet.id === activeId)
  const followed = rows.findIndex(({ key }) => key === moved?.to && focused?.key === moved.from)
  // of a line that is gone, the one that came into its place, or the last
  const neighbour = focused === null ? -1 : Math.min(focused.index, rows.length - 1)
  const active = [known, followed, neighbour, shown].find((index) => index >= 0) ?? 0
  // a leaf of its own, because the compiler leaves such components alone
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => heightOf(rows[index]),
    getItemKey: (index) => rows[index]!.key,
    overscan: 12,
    // the line that has the focus, or takes it by Tab, is in the page wherever one has scrolled to
    rangeExtractor: (range) => [...new Set([...defaultRangeExtractor(range), active])].filter((index) => index < rows.length).sort((a, b) => a - b),
  })
  useEffect(() => list.measure(), [list, rows])
  const lastRenaming = useRef(renaming)
  // with the lines, and not later: a key pressed in between is about the next line already
  useLayoutEffect(() => {
    // the field had the focus, and went with it; whoever clicked elsewhere has it there
    if (lastRenaming.current !== null && renaming === null && document.activeElement === document.body) isFocusDue.current = true
    lastRenaming.current = renaming
    // the line that had it is gone
    if (hasFocus.current && document.activeElement === document.body) isFocusDue.current = true
    // the line may be drawn later than it is asked for
    if (isFocusDue.current && focusLine(scroller.current, active)) isFocusDue.current = false
  })

  const onKeyDown = (event: KeyboardEvent) => {
    const index = indexOf(event.target)
    const row = rows[index ?? -1]
    if (index === null || row === undefined || renaming !== null || event.ctrlKey || event.metaKey || event.altKey) return
    const isOpen = row.kind !== 'snippet' && row.isOpen
    const to = rowAfterKey(event.key, index, rows, Math.floor((scroller.current?.clientHeight ?? rowPx) / rowPx))
    if (row.kind !== 'snippet' && event.key === (isOpen ? 'ArrowLeft' : 'ArrowRight')) onToggle(row.key)
    else if (event.key === 'Enter' || event.key === ' ') {
      if (row.kind === 'snippet') onOpen(row.snippet.id)
      else onToggle(row.key)
    } else if (event.key === 'F2' && row.kind !== 'section') onRename(row)
    else if (event.key === 'Delete' && row.kind === 'snippet') onDelete(row)
    else if (to !== null) {
      setFocused({ key: rows[to]!.key, index: to })
      list.scrollToIndex(to)
      isFocusDue.current = !focusLine(scroller.current, to)
    } else if (event.key.length === 1) return onType()
    else return
    event.preventDefault()
  }
  const onFocus = (event: FocusEvent) => {
    hasFocus.current = true
    const index = indexOf(event.target)
    // given to the tree, because the line that had it is gone
    if (index === null) isFocusDue.current = !focusLine(scroller.current, active)
    else setFocused({ key: rows[index]!.key, index })
  }

  /** The folder or section that takes what is dropped on a line. */
  const placeOf = (event: DragEvent): TreeRow | null => {
    const index = indexOf(event.target)
    if (index === null || dragged.current === null) return null
    const row = rows[index]!
    const place = row.kind === 'snippet' ? rows.findLast((each, at) => at < index && each.level < row.level) : row
    return place === undefined || place.key === 'favorites' || place.key === dragged.current.key ? null : place
  }
  const onDragStart = (event: DragEvent) => {
    const row = rows[indexOf(event.target) ?? -1]
    if (row === undefined || row.kind === 'section') return
    dragged.current = row
    event.dataTransfer.effectAllowed = 'move'
    event.dataTransfer.setData(dragType, row.key)
  }
  const onDragOver = (event: DragEvent) => {
    const place = placeOf(event)
    if (place === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'move'
    setOver(place.key)
  }
  const onDrop = (event: DragEvent) => {
    const place = placeOf(event)
    setOver(null)
    if (place === null || dragged.current === null) return
    event.preventDefault()
    onMove(dragged.current, place)
    dragged.current = null
  }
  return (
    <ContextMenu
      onOpen={(opened) => setTarget(rows[indexOf(opened) ?? -1] ?? null)}
      items={renderMenu(target)}
      className="flex min-h-0 flex-1 flex-col"
    >
      <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- one of its lines has the focus */}
        <div
          ref={props.ref}
          role="tree"
          aria-label={libraryListText.snippets}
          className="relative"
          style={{ height: list.getTotalSize() }}
          onKeyDown={onKeyDown}
          onFocus={onFocus}
          onBlur={() => (hasFocus.current = false)}
          onDragStart={onDragStart}
          onDragOver={onDragOver}
          onDragLeave={() => setOver(null)}
          onDragEnd={() => {
            dragged.current = null
            setOver(null)
          }}
          onDrop={onDrop}
        >
          {list.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!
            return (
              <div
                key={row.key}
                role="presentation"
                data-index={index}
                className={cn(
                  'group absolute inset-x-0 flex items-center rounded-md',
                  target !== null && 'has-data-popup-open:bg-hover',
                  over === row.key && 'bg-selected outline outline-1 -outline-offset-1 outline-accent',
                )}
                style={{ top: start, height: heightOf(row), paddingLeft: (row.level - 1) * indentPx }}
              >
                <LibraryRow
                  projectRef={props.projectRef}
                  row={row}
                  isActive={index === active}
                  isShown={row.kind === 'snippet' && row.snippet.id === activeId}
                  isRenaming={renaming === row.key}
                  onOpen={onOpen}
                  onToggle={onToggle}
                  onRenamed={props.onRenamed}
                />
              </div>
            )
          })}
        </div>
      </div>
    </ContextMenu>
  )
}

const heightOf = (row: TreeRow | undefined) => (row?.kind === 'snippet' && typeof row.snippet.line === 'string' ? foundRowPx : rowPx)

/** Whether the line is there, and has the focus now. */
function focusLine(within: HTMLElement | null, index: number): boolean {
  const line = within?.querySelector<HTMLElement>(`[data-index="${index}"] [role=treeitem]`)
  line?.focus()
  return line !== undefined && line !== null
}

function indexOf(target: EventTarget): number | null {
  const index = target instanceof Element ? target.closest<HTMLElement>('[data-index]')?.dataset['index'] : undefined
  return index === undefined ? null : Number(index)
}
