import { cn } from '@colonnade/ui'
import { errorCopy } from './messages.ts'

/** The text of an error as it came, in as much room as is left for it. */
export function ErrorText({ children, className }: { readonly children: string; readonly className?: string }) {
  return (
    <section
      aria-label={errorCopy.label}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      className={cn('max-h-48 overflow-auto bg-sunken px-3 py-2', className)}
    >
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{children}</pre>
    </section>
  )
}
