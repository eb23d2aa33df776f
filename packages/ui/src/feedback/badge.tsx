import { cva, type VariantProps } from 'class-variance-authority'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

const badgeClass = cva('inline-flex h-5 items-center gap-1.5 rounded-full border px-2 text-2xs font-medium whitespace-nowrap', {
  variants: {
    tone: {
      neutral: 'border-line bg-hover text-soft',
      accent: 'border-accent/30 bg-accent-tint text-accent',
      warning: 'border-warning/30 bg-warning-tint text-warning',
      danger: 'border-danger/30 bg-danger-tint text-danger',
    },
  },
  defaultVariants: { tone: 'neutral' },
})

export type Tone = NonNullable<VariantProps<typeof badgeClass>['tone']>

export function Badge({ tone, children, className }: { readonly tone?: Tone; readonly children: ReactNode; readonly className?: string }) {
  return (
    <>
      {/* in a heading or a link it is a word of its own, also where only a gap stands before it */}{' '}
      <span className={cn(badgeClass({ tone }), className)}>{children}</span>
    </>
  )
}
