import { ContextMenu as BaseContextMenu } from '@base-ui/react/context-menu'
import type { ReactNode } from 'react'

export interface ContextMenuProps {
  /** Where a right click, a long press or the menu key opens it. */
  readonly children: ReactNode
  /** `MenuItem`s and `MenuSeparator`s. */
  readonly items: ReactNode
  readonly isDisabled?: boolean
  readonly className?: string
}

/** Actions on what is under the pointer or has the focus. */
export function ContextMenu({ children, items, isDisabled = false, className }: ContextMenuProps) {
  return (
    <BaseContextMenu.Root disabled={isDisabled}>
      <BaseContextMenu.Trigger className={className}>{children}</BaseContextMenu.Trigger>
      <BaseContextMenu.Portal>
        <BaseContextMenu.Positioner collisionPadding={8} className="z-50 outline-none">
          <BaseContextMenu.Popup className="pop min-w-48 p-1 outline-none">{items}</BaseContextMenu.Popup>
        </BaseContextMenu.Positioner>
      </BaseContextMenu.Portal>
    </BaseContextMenu.Root>
  )
}
