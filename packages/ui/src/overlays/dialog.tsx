import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { useRef, type ReactElement, type ReactNode, type RefObject } from 'react'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'
import { awaitField, firstField } from './first-field.ts'
import { ownSubmits } from './own-submits.ts'
import { ScrollRegion } from './scroll-region.tsx'
import { useWayBack } from './way-back.ts'

export interface DialogProps {
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  /** Opens it; leave out when the state is held outside. */
  readonly trigger?: ReactElement
  readonly title: string
  readonly description?: ReactNode
  readonly children?: ReactNode
  /** Buttons, at the end of the last line. */
  readonly footer?: ReactNode
  readonly initialFocus?: RefObject<HTMLElement | null>
  /** Whether the focus goes to the first field, also when it appears late. False for what is read, with a field beside it. */
  readonly isForm?: boolean
  /** What it shows is shown once: only its buttons close it, no stray Escape or click beside it. */
  readonly isHeld?: boolean
  readonly className?: string
}

export const backdropClass =
  'fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0'

export function Dialog({
  isOpen,
  onOpenChange,
  trigger,
  title,
  description,
  children,
  footer,
  initialFocus,
  isForm = true,
  isHeld = false,
  className,
}: DialogProps) {
  const wayBack = useWayBack(isOpen === true)
  const close = useRef<HTMLButtonElement>(null)
  return (
    <BaseDialog.Root
      {...(isOpen !== undefined && { open: isOpen })}
      onOpenChange={(next, { reason }) => {
        if (!isHeld || next || reason === 'close-press') onOpenChange?.(next)
      }}
    >
      {trigger && <BaseDialog.Trigger render={trigger} />}
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={backdropClass} />
        <BaseDialog.Popup
          {...ownSubmits}
          {...(isForm && initialFocus === undefined && { ref: awaitField })}
          initialFocus={initialFocus ?? (() => (isForm ? firstField(close.current, false) : null) ?? true)}
          finalFocus={wayBack}
          className={cn(
            'pop fixed top-[12dvh] left-1/2 z-50 flex max-h-[80dvh] w-[28rem] max-w-[calc(100vw-2rem)] -translate-x-1/2 flex-col rounded-lg outline-none',
            className,
          )}
        >
          <BaseDialog.Title className="py-3 pr-12 pl-4 text-base font-semibold wrap-anywhere">{title}</BaseDialog.Title>
          <ScrollRegion className="flex min-h-0 flex-col gap-3 px-4 pb-4">
            {description !== undefined && (
              <BaseDialog.Description render={<div />} className="text-sm wrap-anywhere text-soft">
                {description}
              </BaseDialog.Description>
            )}
            {children}
          </ScrollRegion>
          {footer !== undefined && <div className="flex justify-end gap-2 border-t px-4 py-3">{footer}</div>}
          {/* last, so that opening moves the focus to what the dialog is about */}
          <BaseDialog.Close
            ref={close}
            render={
              <IconButton label="Close" hasTooltip={false} className="absolute top-2 right-2">
                <X aria-hidden />
              </IconButton>
            }
          />
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

/** Closes the dialog that it stands in; give it a button to render. */
export function DialogClose({ children }: { readonly children: ReactElement }) {
  return <BaseDialog.Close render={children} />
}
