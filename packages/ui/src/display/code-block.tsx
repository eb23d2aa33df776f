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
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
        tabIndex={0}
        role="region"
        aria-label={label}
        className={cn('min-w-0 flex-1 overflow-x-auto px-3 py-2 font-mono text-xs leading-5', isWrapped && 'break-all whitespace-pre-wrap')}
      >
        <code>{code}</code>
      </pre>
      {isCopyable && <CopyButton text={code} label={`Copy ${label}`} className="m-1" />}
    </div>
  )
}
