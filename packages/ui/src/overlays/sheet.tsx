import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'
import { backdropClass } from './dialog.tsx'

export interface SheetProps {
  readonly isOpen: boolean
  readonly onOpenChange: (isOpen: boolean) => void
  readonly title: string
  readonly isTitleHidden?: boolean
  readonly description?: ReactNode
  readonly side?: 'left' | 'right' | 'bottom'
  readonly children: ReactNode
  /** Buttons, below what scrolls. */
  readonly footer?: ReactNode
  readonly className?: string
}

const sides = {
  left: 'inset-y-0 left-0 w-72 border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
  right: 'inset-y-0 right-0 w-[32rem] border-l data-starting-style:translate-x-full data-ending-style:translate-x-full',
  bottom: 'inset-x-0 bottom-0 h-[85dvh] border-t data-starting-style:translate-y-full data-ending-style:translate-y-full',
}

/** A panel from the edge of the page. */
export function Sheet({ isOpen, onOpenChange, title, isTitleHidden = false, description, side = 'right', children, footer, className }: SheetProps) {
  return (
    <BaseDialog.Root open={isOpen} onOpenChange={onOpenChange}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          className={cn(
            'fixed z-50 flex max-w-[calc(100vw-3rem)] flex-col bg-surface outline-none transition-transform duration-[120ms] ease-out',
            sides[side],
            className,
          )}
        >
          <div className={cn('flex items-center justify-between gap-4 border-b px-4 py-2', isTitleHidden && 'sr-only')}>
            <div>
              <BaseDialog.Title className="text-base font-semibold">{title}</BaseDialog.Title>
              {description !== undefined && <BaseDialog.Description className="text-sm text-soft">{description}</BaseDialog.Description>}
            </div>
            <BaseDialog.Close
              render={
                <IconButton label="Close" hasTooltip={false} className="-mr-1.5">
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">{children}</div>
          {footer !== undefined && <div className="flex justify-end gap-2 border-t px-4 py-3">{footer}</div>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
