import { cn } from '@colonnade/ui'
import { Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A sentence that the reader shouldn't miss. */
export function Notice({ tone = 'quiet', children }: { readonly tone?: 'quiet' | 'warning'; readonly children: ReactNode }) {
  const Icon = tone === 'warning' ? TriangleAlert : Info
  return (
    <p
      className={cn(
        'flex gap-2 rounded-md border px-3 py-2 text-xs text-soft',
        tone === 'warning' ? 'border-warning/30 bg-warning-tint' : 'bg-surface',
      )}
    >
      <Icon aria-hidden className={cn('mt-px size-3.5 shrink-0', tone === 'warning' ? 'text-warning' : 'text-faint')} />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  )
}
