import { cn } from '../class-names.ts'

/** A column: capital, fluted shaft, base. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden className={cn('size-5', className)}>
      <path d="M4 2.5h16V6H4zM6 7h12v1.5H6zM7 9.5h2.6v8H7zM10.7 9.5h2.6v8h-2.6zM14.4 9.5H17v8h-2.6zM6 18.5h12V20H6zM4 21h16v1.5H4z" />
    </svg>
  )
}
