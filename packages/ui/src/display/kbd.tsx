import type { ReactNode } from 'react'

/** A key of the keyboard. */
export function Kbd({ children }: { readonly children: ReactNode }) {
  return (
    <kbd className="inline-flex h-5 min-w-5 items-center justify-center rounded-sm border border-line bg-hover px-1 font-sans text-2xs text-soft">
      {children}
    </kbd>
  )
}
