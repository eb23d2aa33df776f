import { cn, ContextMenu } from '@colonnade/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Check, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState, type DragEvent, type MouseEvent } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { PlainTime } from '../../../lib/lists/plain-time.tsx'
import type { FileActions } from '../actions/file-actions.tsx'
import type { Entry } from '../entries/entry.ts'
import { selectOnly, selectTo, type Selection, toggle } from '../entries/selection.ts'
import { listText, previewText } from '../messages.ts'
import { draggedType } from './dragging.ts'
import { EntryIcon } from './entry-icon.tsx'
import { EntryMenu } from './entry-menu.tsx'
import { Thumbnail } from './thumbnail.tsx'
import { useMissing } from './use-missing.ts'
import { useBrowserKeys } from './use-browser-keys.ts'

export interface EntryListProps {
  readonly projectRef: string
  readonly bucket: string
  readonly path: string
  readonly entries: readonly Entry[]
  readonly isGrid: boolean
  /** True to show full paths, as in search results. */
  readonly hasPaths: boolean
  readonly selection: Selection
  readonly onSelect: (selection: Selection) => void
  readonly onSelectAll: () => void
  readonly actions: FileActions
  readonly onOpen: (entry: Entry) => void
  readonly onOpenFolder: (path: string) => void
  readonly onPreview: (entry: Entry) => void
  /** Called when the end of the loaded entries scrolls into view. */
  readonly onEnd: () => void
}

const rowPx = { list: 32, grid: 148 } as const
const tilePx = 136
const rowsBeyond = 10

/** Lists a folder of any length, as rows or tiles. */
export function EntryList(props: EntryListProps) {
  const { projectRef, bucket, entries, isGrid, hasPaths, selection, onSelect, actions, onOpen, onEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const missing = useMissing(projectRef, bucket, entries)
  const columns = isGrid ? Math.max(1, Math.floor((width - 16) / tilePx)) : 1
  const lines = Math.ceil(entries.length / columns)
  const heightPx = isGrid ? rowPx.grid : rowPx.list
  // oxlint-disable-next-line react/incompatible-library -- a leaf, which the compiler leaves alone
  const list = useVirtualizer({
    count: lines,
    getScrollElement: () => scroller.current,
    estimateSize: () => heightPx,
    overscan: rowsBeyond,
    initialRect: { width: 0, height: 800 },
  })
  const shown = list.getVirtualItems()
  const lastShown = shown.at(-1)?.index ?? -1
  useEffect(() => {
    if (lastShown >= lines - rowsBeyond) onEnd()
  }, [lastShown, lines, onEnd])
  useEffect(() => list.measure(), [list, heightPx])
  const activeIndex = entries.findIndex(({ path }) => path === selection.active)
  useEffect(() => {
    if (activeIndex !== -1) list.scrollToIndex(Math.floor(activeIndex / columns))
  }, [list, activeIndex, columns])
  const selected = entries.filter(({ path }) => selection.paths.has(path))
  const onKeyDown = useBrowserKeys({
    ...props,
    selected,
    columns,
    pageSize: Math.max(1, Math.floor((scroller.current?.clientHeight ?? 480) / heightPx)) * columns,
  })
  const click = (event: MouseEvent, entry: Entry) => {
    if (event.shiftKey) onSelect(selectTo(selection, entries, entry.path))
    else if (event.metaKey || event.ctrlKey || isOnCheck(event)) onSelect(toggle(selection, entry.path))
    else if (isOnName(event) || matchMedia('(pointer: coarse)').matches) {
      onSelect(selectOnly(entry.path))
      onOpen(entry)
    } else onSelect(selectOnly(entry.path))
  }
  return (
    <ContextMenu
      className="flex min-h-0 flex-1"
      onOpen={(opened) => {
        const entry = entries[indexOf(opened)]
        if (entry !== undefined && !selection.paths.has(entry.path)) onSelect(selectOnly(entry.path))
      }}
      items={selected.length > 0 && <EntryMenu entries={selected} actions={actions} onOpen={onOpen} />}
      isDisabled={entries.length === 0}
    >
      <div
        ref={scroller}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a select shows no icons, and loads no more as it is scrolled
        role="listbox"
        tabIndex={0}
        aria-label={hasPaths ? listText.foundLabel : listText.label}
        aria-multiselectable
        aria-activedescendant={activeIndex === -1 ? undefined : optionId(activeIndex)}
        data-files=""
        className="min-h-0 flex-1 overflow-y-auto p-2 outline-none focus-visible:-outline-offset-2"
        onKeyDown={onKeyDown}
      >
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {shown.map(({ index: line, start }) => (
            <div
              key={line}
              role="presentation"
              className="absolute inset-x-0 flex gap-1"
              style={{ transform: `translateY(${start}px)`, height: heightPx }}
            >
              {entries.slice(line * columns, (line + 1) * columns).map((entry, at) => {
                const index = line * columns + at
                const isSelected = selection.paths.has(entry.path)
                return (
                  <Option
                    key={entry.path}
                    id={optionId(index)}
                    entry={entry}
                    isGrid={isGrid}
                    label={hasPaths ? entry.path : entry.name}
                    isSelected={isSelected}
                    isMissing={missing.has(entry.path)}
                    isActive={index === activeIndex}
                    position={{ at: index + 1, of: entries.length }}
                    picture={isGrid && entry.kind === 'file' ? <Thumbnail projectRef={projectRef} bucket={bucket} file={entry} /> : undefined}
                    onClick={(event) => click(event, entry)}
                    onDoubleClick={() => onOpen(entry)}
                    {...(actions.mayWrite && {
                      onDragStart: (event) => {
                        if (!isSelected) onSelect(selectOnly(entry.path))
                        event.dataTransfer.effectAllowed = 'move'
                        event.dataTransfer.setData(draggedType, '')
                      },
                      ...(entry.kind === 'folder' && {
                        onDropped: () => actions.moveInto(selected, entry.path.replace(/\/$/, '')),
                      }),
                    })}
                  />
                )
              })}
            </div>
          ))}
        </div>
      </div>
    </ContextMenu>
  )
}

const optionPrefix = 'storage-entry-'
const optionId = (index: number): string => `${optionPrefix}${index}`
const indexOf = (element: Element): number => Number(element.closest('[role=option]')?.id.replace(optionPrefix, '') ?? NaN)
const isOnName = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest('[data-name]') !== null
const isOnCheck = ({ target }: MouseEvent): boolean => target instanceof Element && target.closest('[data-check]') !== null

interface OptionProps {
  readonly id: string
  readonly entry: Entry
  readonly label: string
  readonly isGrid: boolean
  readonly isSelected: boolean
  readonly isActive: boolean
  /** True if its content is missing. */
  readonly isMissing: boolean
  readonly position: { readonly at: number; readonly of: number }
  readonly picture?: React.ReactNode
  readonly onClick: (event: MouseEvent) => void
  readonly onDoubleClick: () => void
  readonly onDragStart?: (event: DragEvent) => void
  /** Called when entries from the list are dropped on it. */
  readonly onDropped?: () => void
}

function Option({ id, entry, label, isGrid, isSelected, isActive, isMissing, position, picture, onDragStart, onDropped, ...clicks }: OptionProps) {
  const [isOver, setIsOver] = useState(false)
  const takes = ({ dataTransfer }: DragEvent) => onDropped !== undefined && dataTransfer.types.includes(draggedType)
  const size = entry.kind === 'file' && entry.size !== null ? formatBytes(entry.size) : ''
  const check = (
    <span
      data-check=""
      aria-hidden
      className={cn(
        'flex size-4 shrink-0 items-center justify-center rounded-sm border border-strong bg-field',
        isSelected ? 'border-accent-solid bg-accent-solid text-on-accent' : 'text-transparent',
      )}
    >
      <Check className="size-3" strokeWidth={3} />
    </span>
  )
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list has the focus, and the keys
    <div
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list is no select
      role="option"
      tabIndex={-1}
      aria-selected={isSelected}
      aria-setsize={position.of}
      aria-posinset={position.at}
      draggable={onDragStart !== undefined}
      className={cn(
        'group/option min-w-0 cursor-default rounded-md select-none hover:bg-hover',
        isGrid ? 'flex h-36 w-33 flex-col items-center gap-1.5 p-2' : 'flex h-8 flex-1 items-center gap-2.5 px-2',
        isSelected && 'bg-selected hover:bg-selected',
        isActive && 'in-focus-visible:outline-2 in-focus-visible:-outline-offset-2 in-focus-visible:outline-accent',
        isOver && 'bg-accent-tint',
      )}
      {...(onDragStart && { onDragStart })}
      onDragOver={(event) => {
        if (!takes(event)) return
        event.preventDefault()
        event.stopPropagation()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        setIsOver(false)
        if (!takes(event)) return
        event.preventDefault()
        event.stopPropagation()
        onDropped?.()
      }}
      {...clicks}
    >
      {isGrid ? (
        <>
          <div className="relative flex h-22 w-full items-center justify-center overflow-hidden rounded-md bg-sunken">
            {picture ?? <EntryIcon entry={entry} className="size-9 stroke-1" />}
            <span className={cn('absolute top-1 left-1', !isSelected && 'opacity-0 group-hover/option:opacity-100 pointer-coarse:opacity-100')}>
              {check}
            </span>
          </div>
          <span data-name="" className="w-full truncate text-center text-xs" title={label}>
            {label}
          </span>
          {isMissing ? <MissingNote /> : <span className="text-2xs text-faint tabular-nums">{size}</span>}
        </>
      ) : (
        <>
          {check}
          <EntryIcon entry={entry} />
          <span className="min-w-0 flex-1 truncate" title={label}>
            <span data-name="" className="hover:underline">
              {label}
            </span>
          </span>
          {isMissing && <MissingNote />}
          <span className="w-20 shrink-0 text-right text-xs text-soft tabular-nums">{size}</span>
          <span className="w-44 shrink-0 truncate text-xs text-soft max-lg:hidden">{entry.kind === 'file' ? entry.type : 'Folder'}</span>
          <span className="w-28 shrink-0 text-xs text-soft max-md:hidden">
            {entry.kind === 'file' && entry.updatedAt !== null && <PlainTime value={entry.updatedAt} />}
          </span>
        </>
      )}
    </div>
  )
}

function MissingNote() {
  return (
    <span className="flex shrink-0 items-center gap-1 text-xs text-warning" title={previewText.missing.text}>
      <TriangleAlert aria-hidden className="size-3.5" /> {previewText.missing.short}
    </span>
  )
}
