import type { EntityType } from '@colonnade/pg-meta'
import { cn, LabelledIcon } from '@colonnade/ui'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ShieldOff } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { kindLooks } from './kind-looks.ts'

const rowPx = 28

export interface EntityListProps {
  readonly entities: readonly EntityType[]
  readonly selectedId: number | null
  readonly hasMore: boolean
  readonly onMore: () => void
  /** The link of one entry. */
  readonly renderLink: (entity: EntityType, className: string, children: ReactNode) => ReactNode
}

/** Relations of a schema, of which only those on the screen are in the page; the next hundred come as one scrolls. */
export function EntityList({ entities, selectedId, hasMore, onMore, renderLink }: EntityListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  // a leaf of its own, because the compiler leaves such components alone
  // oxlint-disable-next-line react/incompatible-library
  const list = useVirtualizer({ count: entities.length, getScrollElement: () => scroller.current, estimateSize: () => rowPx, overscan: 12 })
  const items = list.getVirtualItems()
  const isAtEnd = hasMore && (items.at(-1)?.index ?? -1) >= entities.length - 5
  useEffect(() => {
    if (isAtEnd) onMore()
  }, [isAtEnd, onMore])
  return (
    <div ref={scroller} className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
      <ul aria-label="Tables" className="relative" style={{ height: list.getTotalSize() }}>
        {items.map(({ index, start }) => {
          const entity = entities[index]!
          return (
            <li key={entity.id} className="absolute inset-x-0" style={{ top: start, height: rowPx }}>
              {renderLink(
                entity,
                cn(
                  'flex h-7 items-center gap-2 rounded-md px-2 text-sm text-soft hover:bg-hover hover:text-fg',
                  entity.id === selectedId && 'bg-selected text-fg',
                ),
                <EntityLine entity={entity} />,
              )}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function EntityLine({ entity }: { readonly entity: EntityType }) {
  const { Icon, label } = kindLooks[entity.type]
  const isOpen = (entity.type === 'r' || entity.type === 'p') && !entity.rls_enabled
  return (
    <>
      <LabelledIcon icon={Icon} label={label} className="size-3.5 shrink-0 text-faint" />
      <span className="min-w-0 flex-1 truncate" title={entity.comment ?? undefined}>
        {entity.name}
      </span>
      {isOpen && <LabelledIcon icon={ShieldOff} label="Row-level security is off" className="size-3 shrink-0 text-faint" />}
    </>
  )
}
