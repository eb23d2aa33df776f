import { LogoMark } from '@colonnade/ui'
import type { ReactNode } from 'react'

/** One small form in the middle of an empty page. */
export function BareLayout({ children }: { readonly children: ReactNode }) {
  return (
    <main className="flex min-h-0 flex-1 flex-col items-center overflow-y-auto px-4 pt-[16dvh] pb-8">
      <div className="flex w-full max-w-[22rem] flex-col gap-6">
        <div className="flex items-center gap-2 text-accent">
          <LogoMark className="size-6" />
          <span className="text-lg font-semibold tracking-tight text-fg">Colonnade</span>
        </div>
        {children}
      </div>
    </main>
  )
}
