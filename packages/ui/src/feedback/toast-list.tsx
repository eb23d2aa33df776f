import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { takeToasts } from './toast.ts'

/** A message that offers something stays longer. */
const actionMs = 10_000

/** The corner itself, with the library behind it. Loaded with the first toast. */
export function ToastList() {
  useEffect(() => takeToasts(({ kind, text, action }) => void show[kind](text, action && { action, duration: actionMs })), [])
  return (
    <Sonner
      position="bottom-right"
      closeButton
      // a page with bars at its foot says how high they are, and so does a sheet with buttons
      offset={{ bottom: 'max(var(--toast-bottom, 1.5rem), var(--toast-foot, 0px))', right: '1.5rem' }}
      mobileOffset={{ bottom: 'max(var(--toast-bottom, 1rem), var(--toast-foot, 0px))', left: '1rem', right: '1rem' }}
      style={{ fontFamily: 'var(--font-sans)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'pop flex w-[22rem] max-w-[calc(100vw-2rem)] items-start gap-2.5 px-3 py-2.5 text-sm',
          // a message may name many things
          title: 'font-medium max-h-[50dvh] overflow-y-auto wrap-anywhere',
          description: 'text-soft text-xs',
          icon: 'mt-0.5 text-faint',
          error: '[&_[data-icon]]:text-danger',
          success: '[&_[data-icon]]:text-accent',
          actionButton: 'ml-auto shrink-0 rounded-sm border border-strong px-2 text-xs h-6 hover:bg-hover',
          closeButton: 'order-last ml-auto shrink-0 rounded-sm p-0.5 text-faint hover:bg-hover hover:text-fg [&_svg]:size-3.5',
        },
      }}
    />
  )
}
