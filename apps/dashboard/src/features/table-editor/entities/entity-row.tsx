import { cn, Skeleton } from '@colonnade/ui'
import { ChevronRight, Ellipsis } from 'lucide-react'
import type { MouseEvent } from 'react'
import { EntityLine } from './entity-line.tsx'
import type { EntityListProps } from './entity-list.tsx'
import type { ListEntry } from './list-entries.ts'
import { entityRowText } from './messages.ts'

export interface EntityRowProps extends Pick<
  EntityListProps,
  'selectedId' | 'exposure' | 'openIds' | 'onToggle' | 'onMorePartitions' | 'onKeep' | 'renderLink'
> {
  readonly entry: ListEntry
  /** True if Tab reaches it. */
  readonly isActive: boolean
}

/** The link of an entry, what opens its partitions, and the button that opens its menu. */
export function EntityRow({ entry, isActive, selectedId, exposure, openIds, onToggle, onMorePartitions, onKeep, renderLink }: EntityRowProps) {
  const tabIndex = isActive ? 0 : -1
  if (entry.kind === 'loading') return <Skeleton className="mx-2 h-3 w-1/2" />
  if (entry.kind === 'more') {
    return (
      <button
        type="button"
        data-entry
        tabIndex={tabIndex}
        className="h-7 flex-1 rounded-md px-2 text-left text-xs text-soft hover:bg-hover hover:text-fg"
        onClick={() => onMorePartitions(entry.parent)}
      >
        {entityRowText.morePartitions}
      </button>
    )
  }
  const { entity, level } = entry
  const isSelected = entity.id === selectedId
  return (
    <>
      {entity.type === 'p' && (
        <button
          type="button"
          // by keyboard: the arrows to the right and left on the link
          tabIndex={-1}
          aria-expanded={openIds.has(entity.id)}
          aria-label={entityRowText.partitions(entity.name)}
          className="group/open absolute z-10 flex h-7 w-4 items-center justify-center rounded-sm text-faint hover:text-fg"
          style={{ left: level * 14 - 6 }}
          onClick={() => onToggle(entity.id)}
        >
          <ChevronRight aria-hidden className="size-3 transition-transform group-aria-expanded/open:rotate-90" />
        </button>
      )}
      {renderLink(entity, {
        tabIndex,
        'aria-current': isSelected ? 'page' : undefined,
        onDoubleClick: () => onKeep(entity),
        className: cn(
          'flex h-7 min-w-0 flex-1 items-center gap-2 rounded-md px-2 text-sm text-soft group-hover:pr-8 hover:bg-hover hover:text-fg pointer-coarse:pr-8',
          entity.type === 'p' && 'pl-2.5',
          isSelected && 'bg-selected text-fg',
        ),
        children: <EntityLine entity={entity} exposure={exposure.get(entity.id)} />,
      })}
      <button
        type="button"
        // by keyboard: the menu key, or Shift+F10, on the link
        tabIndex={-1}
        aria-haspopup="menu"
        aria-label={entityRowText.actions(entity.name)}
        className="absolute right-1 hidden size-6 items-center justify-center rounded-md text-faint group-hover:flex hover:bg-hover hover:text-fg pointer-coarse:flex"
        onClick={openContextMenu}
      >
        <Ellipsis aria-hidden className="size-3.5" />
      </button>
    </>
  )
}

/** The menu of a right click, below the button. */
function openContextMenu(event: MouseEvent<HTMLElement>): void {
  const { left, bottom } = event.currentTarget.getBoundingClientRect()
  event.currentTarget.dispatchEvent(
    new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: left, clientY: bottom, button: 2 }),
  )
}
