import { CopyButton } from '../actions/copy-button.tsx'
import { cn } from '../class-names.ts'

export interface CodeBlockProps {
  readonly code: string
  /** What it is; names the region and the button. */
  readonly label: string
  /** Long lines go on below instead of scrolling. */
  readonly isWrapped?: boolean
  readonly isCopyable?: boolean
  readonly className?: string
}

/** Text in its exact form, with a button that copies it. */
export function CodeBlock({ code, label, isWrapped = false, isCopyable = true, className }: CodeBlockProps) {
  return (
    <div className={cn('flex items-start gap-2 rounded-md border bg-sunken', className)}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <section tabIndex={0} aria-label={label} className="min-w-0 flex-1 overflow-x-auto rounded-md">
        <pre className={cn('px-3 py-2 font-mono text-xs leading-5', isWrapped && 'break-all whitespace-pre-wrap')}>
          <code>{code}</code>
        </pre>
      </section>
      {isCopyable && <CopyButton text={code} label={`Copy ${label}`} className="m-1" />}
    </div>
  )
}
