import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'
import { backdropClass } from './dialog.tsx'
import { awaitField, firstField } from './first-field.ts'
import { ownSubmits } from './own-submits.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { SheetEdge } from './sheet-edge.tsx'

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
  /** Of a sheet at the right, whose edge is then dragged, or moved by arrow keys. */
  readonly width?: SheetWidth
  /** Opens with the focus in its first field instead of on the button that closes it. */
  readonly isForm?: boolean
  /** Has the focus after it closed, where that is not what had it before. */
  readonly finalFocus?: RefObject<HTMLElement | null>
  readonly className?: string
}

export interface SheetWidth {
  readonly px: number
  readonly onChange: (px: number) => void
}

const sides = {
  left: 'inset-y-0 left-0 w-72 max-w-[calc(100vw-3rem)] border-r data-starting-style:-translate-x-full data-ending-style:-translate-x-full',
  right: 'inset-y-0 right-0 w-[32rem] max-w-[calc(100vw-3rem)] border-l data-starting-style:translate-x-full data-ending-style:translate-x-full',
  bottom: 'inset-x-0 bottom-0 h-[85dvh] rounded-t-lg border-t data-starting-style:translate-y-full data-ending-style:translate-y-full',
}

/** A panel from the edge of the page. */
export function Sheet({
  isOpen,
  onOpenChange,
  title,
  isTitleHidden = false,
  description,
  side = 'right',
  children,
  footer,
  width,
  isForm = false,
  finalFocus,
  className,
}: SheetProps) {
  const close = useRef<HTMLButtonElement>(null)
  return (
    <BaseDialog.Root
      open={isOpen}
      onOpenChange={(next, { event, cancel }) => {
        // a key that something in it took as its own, such as Esc in a list of suggestions
        if (!next && event instanceof KeyboardEvent && event.defaultPrevented) cancel()
        else onOpenChange(next)
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          {...ownSubmits}
          {...(isForm && { ref: awaitField })}
          initialFocus={() => (isForm ? firstField(close.current, true) : null) ?? close.current ?? true}
          {...(finalFocus && { finalFocus })}
          {...(width && { style: { width: width.px } })}
          className={cn('fixed z-50 flex flex-col bg-surface outline-none transition-transform duration-[120ms] ease-out', sides[side], className)}
        >
          {width && <SheetEdge width={width} />}
          <div
            className={cn(
              'flex justify-between gap-4 border-b px-4',
              description === undefined ? 'items-center py-2' : 'items-start py-4',
              isTitleHidden && 'sr-only',
            )}
          >
            <div className="flex min-w-0 flex-col gap-1">
              <BaseDialog.Title className="text-base font-semibold wrap-anywhere">{title}</BaseDialog.Title>
              {description !== undefined && (
                <BaseDialog.Description className="text-sm wrap-anywhere text-soft">{description}</BaseDialog.Description>
              )}
            </div>
            <BaseDialog.Close
              ref={close}
              render={
                <IconButton label="Close" hasTooltip={false} className={cn('-mr-1.5', description !== undefined && '-mt-0.5')}>
                  <X aria-hidden />
                </IconButton>
              }
            />
          </div>
          <ScrollRegion className="flex min-h-0 flex-1 flex-col">{children}</ScrollRegion>
          {footer !== undefined && <SheetFoot>{footer}</SheetFoot>}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Messages in the corner stay above its buttons: they would be in the way of the next click. */
function SheetFoot({ children }: { readonly children: ReactNode }) {
  useLayoutEffect(() => {
    const { style } = document.documentElement
    style.setProperty('--toast-foot', '4.5rem')
    return () => void style.removeProperty('--toast-foot')
  }, [])
  return <div className="flex justify-end gap-2 border-t px-4 py-3">{children}</div>
}
