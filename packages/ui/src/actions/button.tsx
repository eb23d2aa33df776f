import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps, KeyboardEvent, MouseEvent } from 'react'
import { cn } from '../class-names.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { handFocusOn } from '../overlays/focus-place.ts'

/** The look of a button, for links that should have it too. */
export const buttonClass = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors select-none disabled:opacity-50 aria-disabled:opacity-50 [&_svg]:size-3.5 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'border-transparent bg-accent-solid text-on-accent enabled:hover:bg-accent-solid-hover [a]:hover:bg-accent-solid-hover',
        secondary:
          'border-strong bg-raised text-fg enabled:hover:bg-[color-mix(in_oklab,var(--raised)_92%,var(--fg))] [a]:hover:bg-[color-mix(in_oklab,var(--raised)_92%,var(--fg))]',
        ghost:
          'border-transparent bg-transparent text-soft enabled:hover:bg-hover enabled:hover:text-fg aria-expanded:bg-selected aria-expanded:text-fg [a]:hover:bg-hover [a]:hover:text-fg',
        danger: 'border-transparent bg-danger-solid text-on-accent enabled:hover:bg-danger-solid-hover',
      },
      size: {
        sm: 'h-7 px-2.5 text-xs',
        md: 'h-8 px-3 text-sm',
        lg: 'h-9 px-4 text-sm',
      },
    },
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

export interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof buttonClass> {
  /**
   * Shows progress and ignores further clicks. A button with this property counts a double click, or Enter held down, as one click: the
   * request may be done before the second click, which would then repeat it, or trigger what the button offers by then.
   */
  readonly isPending?: boolean | undefined
}

/** A button that is disabled loses the focus: whoever pressed it by keyboard would be at the page's beginning when the answer is an error. */
const waiting = { 'aria-disabled': true, onClick: (event: MouseEvent) => event.preventDefault() }

/** One whose work, or the refusal of it, takes it away: whoever pressed it by keyboard goes on where it stood. Dialogs know their way back themselves. */
function goingOn(button: HTMLButtonElement | null): (() => void) | undefined {
  return button?.closest('[role=dialog]') ? undefined : handFocusOn(button)
}

export function Button({ variant, size, isPending, className, children, type = 'button', ...props }: ButtonProps) {
  const { onClick, onKeyDown } = props
  const once = (event: MouseEvent<HTMLButtonElement>): void => {
    // prevented too, so that it sends no form
    if (event.detail > 1) event.preventDefault()
    else onClick?.(event)
  }
  // browsers click a button at every repeat of Enter, and of Space only when it is let go
  const unrepeated = (event: KeyboardEvent<HTMLButtonElement>): void => {
    if (event.repeat && event.key === 'Enter') event.preventDefault()
    onKeyDown?.(event)
  }
  return (
    <button
      {...props}
      {...(isPending !== undefined && { ref: props.ref ?? goingOn, onClick: once, onKeyDown: unrepeated })}
      {...(isPending === true && waiting)}
      type={type}
      aria-busy={isPending || undefined}
      className={cn(buttonClass({ variant, size }), className)}
    >
      {isPending === true && <Spinner />}
      {children}
    </button>
  )
}
