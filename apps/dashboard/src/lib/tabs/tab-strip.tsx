import { cn } from '@colonnade/ui'
import { X } from 'lucide-react'
import { useEffect, useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'

/** So far the pointer goes before a press becomes a drag. */
const dragPx = 4

/** One of the things that are open. */
export interface StripTab {
  readonly id: string
  readonly name: string
  readonly icon: ReactNode
  /** On hover: its whole name. */
  readonly hint: string
  /** Another thing takes its place, until it is kept. */
  readonly isPreview?: boolean
  /** Why it is crossed out: "dropped". */
  readonly gone?: string | undefined
  /** What it holds besides: "unsaved edits". */
  readonly unsaved?: string | undefined
}

export interface TabStripProps {
  readonly label: string
  readonly tabs: readonly StripTab[]
  readonly activeId: string | null
  /** The id of a tab's element, which names what it shows. */
  readonly elementId: (id: string) => string
  /** The id of what the active tab shows. */
  readonly panelId: string
  readonly onSelect: (id: string) => void
  readonly onKeep?: (id: string) => void
  readonly onClose: (id: string) => void
  readonly onMove: (id: string, to: number) => void
  readonly className?: string
}

/**
 * Things that are open. Arrows go from tab to tab, Enter opens, Delete closes, Ctrl+Shift+arrows move a tab; with the pointer the middle button
 * closes, dragging moves, and a double click keeps a preview.
 */
export function TabStrip({ label, tabs, activeId, elementId, panelId, onSelect, onKeep, onClose, onMove, className }: TabStripProps) {
  const strip = useRef<HTMLDivElement>(null)
  const drag = useRef<{ readonly id: string; readonly x: number; isMoving: boolean } | null>(null)
  const activeName = tabs.find(({ id }) => id === activeId)?.name
  useEffect(() => {
    // again for a new name, which may be longer
    if (activeId === null || activeName === undefined) return
    document.getElementById(elementId(activeId))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [activeId, activeName, elementId])
  const focusTab = (tab: StripTab | undefined) => tab && document.getElementById(elementId(tab.id))?.focus()
  const focusable = tabs.some(({ id }) => id === activeId) ? activeId : tabs[0]?.id

  const onKeyDown = (event: KeyboardEvent, index: number) => {
    const tab = tabs[index]!
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step !== undefined && (event.ctrlKey || event.metaKey) && event.shiftKey) onMove(tab.id, index + step)
    else if (step !== undefined) focusTab(tabs.at((index + step) % tabs.length))
    else if (event.key === 'Home') focusTab(tabs[0])
    else if (event.key === 'End') focusTab(tabs.at(-1))
    else if (event.key === 'Delete') {
      focusTab(tabs[index + 1] ?? tabs[index - 1])
      onClose(tab.id)
    } else return
    event.preventDefault()
  }
  const onPointerDown = (event: PointerEvent, { id }: StripTab) => {
    if (event.button === 0 && event.pointerType !== 'touch') drag.current = { id, x: event.clientX, isMoving: false }
  }
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current
    if (held === null || event.buttons !== 1) return
    if (!held.isMoving) {
      if (Math.abs(event.clientX - held.x) < dragPx) return
      held.isMoving = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    const place = placeAt(event.currentTarget, held.id, event.clientX)
    if (place !== null) onMove(held.id, place)
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={label}
      className={cn('flex h-8 min-w-0 shrink-0 scrollbar-none overflow-x-auto border-b bg-sunken', className)}
      onPointerMove={onPointerMove}
      onPointerUp={() => (drag.current = null)}
      onPointerCancel={() => (drag.current = null)}
    >
      {tabs.map((tab, index) => {
        const isActive = tab.id === activeId
        return (
          <div
            key={tab.id}
            role="presentation"
            data-tab={tab.id}
            className={cn(
              'group relative flex max-w-56 shrink-0 items-center border-r text-soft select-none hover:text-fg',
              isActive && 'bg-surface text-fg after:absolute after:inset-x-0 after:top-0 after:h-0.5 after:bg-accent',
            )}
          >
            <button
              type="button"
              role="tab"
              id={elementId(tab.id)}
              aria-selected={isActive}
              aria-controls={isActive ? panelId : undefined}
              tabIndex={tab.id === focusable ? 0 : -1}
              title={tab.hint}
              className="flex h-full min-w-0 items-center gap-1.5 pr-7 pl-2.5 text-xs focus-visible:-outline-offset-2"
              onClick={() => onSelect(tab.id)}
              onDoubleClick={() => onKeep?.(tab.id)}
              onKeyDown={(event) => onKeyDown(event, index)}
              onPointerDown={(event) => onPointerDown(event, tab)}
              onMouseDown={(event) => event.button === 1 && event.preventDefault()}
              // where the middle button pastes, it would paste into what is shown next
              onMouseUp={(event) => event.button === 1 && event.preventDefault()}
              onAuxClick={(event) => {
                if (event.button !== 1) return
                event.preventDefault()
                onClose(tab.id)
              }}
            >
              {tab.icon}
              <span className={cn('truncate', tab.isPreview && 'italic', tab.gone !== undefined && 'text-faint line-through')}>{tab.name}</span>
              {tab.gone !== undefined && <span className="sr-only"> ({tab.gone})</span>}
              {tab.unsaved !== undefined && <span className="sr-only"> ({tab.unsaved})</span>}
            </button>
            {/* for the pointer alone: Delete does it by keyboard */}
            <button
              type="button"
              aria-hidden
              tabIndex={-1}
              data-close
              title="Close (Delete)"
              className="absolute right-1 flex size-5 items-center justify-center rounded-sm text-faint hover:bg-hover hover:text-fg"
              onClick={() => onClose(tab.id)}
            >
              {tab.unsaved !== undefined && <span className="size-2 rounded-full bg-accent group-hover:hidden" />}
              <X
                aria-hidden
                className={cn(
                  'size-3',
                  tab.unsaved !== undefined
                    ? 'hidden group-hover:block'
                    : !isActive && 'opacity-0 group-hover:opacity-100 pointer-coarse:opacity-100',
                )}
              />
            </button>
          </div>
        )
      })}
    </div>
  )
}

/** The place that a dragged tab takes at a position: that of the tab whose middle has been passed. Null where it stays. */
function placeAt(strip: HTMLElement, dragged: string, x: number): number | null {
  const tabs = [...strip.querySelectorAll<HTMLElement>('[data-tab]')]
  const from = tabs.findIndex((tab) => tab.dataset['tab'] === dragged)
  const middles = tabs.map((tab) => tab.getBoundingClientRect()).map(({ left, width }) => left + width / 2)
  const to = middles.filter((middle, index) => (index < from ? middle < x : index > from && middle <= x)).length
  return from < 0 || to === from ? null : to
}
