import { Popover as BasePopover } from '@base-ui/react/popover'
import type { ReactElement, ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { ownSubmits } from './own-submits.ts'

export interface PopoverProps {
  readonly trigger: ReactElement
  readonly children: ReactNode
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Its accessible name. */
  readonly label: string
  readonly side?: 'top' | 'right' | 'bottom' | 'left'
  readonly align?: 'start' | 'center' | 'end'
  /** Also by resting the pointer on the trigger; what stands in it can be reached. */
  readonly opensOnHover?: boolean
  readonly className?: string
}

export function Popover({
  trigger,
  children,
  isOpen,
  onOpenChange,
  label,
  side = 'bottom',
  align = 'start',
  opensOnHover = false,
  className,
}: PopoverProps) {
  return (
    <BasePopover.Root {...(isOpen !== undefined && { open: isOpen })} onOpenChange={(next) => onOpenChange?.(next)}>
      <BasePopover.Trigger render={trigger} openOnHover={opensOnHover} delay={150} />
      <BasePopover.Portal>
        <BasePopover.Positioner side={side} align={align} sideOffset={6} collisionPadding={8} className="z-50">
          <BasePopover.Popup {...ownSubmits} aria-label={label} className={cn('pop w-72 max-w-[calc(100vw-1rem)] outline-none', className)}>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  )
}

/** Closes the popover that it stands in; give it a button or link to render. */
export function PopoverClose({ children }: { readonly children: ReactElement }) {
  return <BasePopover.Close nativeButton={children.type === 'button'} render={children} />
}
