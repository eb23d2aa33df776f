import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
import { takeToasts } from './toast.ts'

/** The corner itself, with the library behind it. Loaded with the first toast. */
export function ToastList() {
  useEffect(() => takeToasts(({ kind, text }) => void show[kind](text)), [])
  return (
    <Sonner
      position="bottom-right"
      closeButton
      style={{ fontFamily: 'var(--font-sans)' }}
      toastOptions={{
        unstyled: true,
        classNames: {
          toast: 'pop flex w-[22rem] max-w-[calc(100vw-2rem)] items-start gap-2.5 px-3 py-2.5 text-sm',
          title: 'font-medium',
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
