import type { ComponentProps } from 'react'
import { cn } from '../class-names.ts'

/** A label outside of a Field; give it `htmlFor`. */
export function Label({ className, children, htmlFor, ...props }: ComponentProps<'label'>) {
  return (
    <label {...props} htmlFor={htmlFor} className={cn('text-sm font-medium text-fg', className)}>
      {children}
    </label>
  )
}
