import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import { useState, type ReactNode } from 'react'

export interface ContextMenuProps {
  /** Where a right click, a long press or the menu key opens it. */
  readonly children: ReactNode
  /** `MenuItem`s and `MenuSeparator`s. Without any, null or false, nothing opens. */
  readonly items: ReactNode
  /** Called with what was clicked, before the menu opens: its items may depend on it. */
  readonly onOpen?: (target: Element) => void
  readonly isDisabled?: boolean
  readonly className?: string
}

/** Actions on what is under the pointer or has the focus. */
export function ContextMenu({ children, items, onOpen, isDisabled = false, className }: ContextMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const hasItems = items !== null && items !== undefined && items !== false
  if (isOpen && !hasItems) setIsOpen(false)
  return (
    <BaseContextMenu.Root
      disabled={isDisabled}
      open={isOpen && hasItems}
      onOpenChange={(willOpen, { event }) => {
        if (willOpen && event.target instanceof Element) onOpen?.(event.target)
        setIsOpen(willOpen)
      }}
    >
      <BaseContextMenu.Trigger className={className}>{children}</BaseContextMenu.Trigger>
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner collisionPadding={8} className="z-50 outline-none">
          <BaseContextMenu.Popup className="pop min-w-48 p-1 outline-none">{items}</BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
