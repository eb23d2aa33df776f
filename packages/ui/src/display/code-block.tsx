import { FileCode, WrapText } from 'lucide-react'
import { useState } from 'react'
import { CopyButton } from '../actions/copy-button.tsx'
import { IconButton } from '../actions/icon-button.tsx'
import { cn } from '../class-names.ts'

export interface CodeBlockProps {
  readonly code: string
  /** What it is; names the region and the button. */
  readonly label: string
  /** Shown above, where the code belongs into a file. */
  readonly fileName?: string
  /** Long lines go on below instead of scrolling; with a file name one can choose. */
  readonly isWrapped?: boolean
  readonly isCopyable?: boolean
  readonly onCopied?: () => void
  readonly className?: string
}

/** Text in its exact form, with a button that copies it. */
export function CodeBlock({ code, label, fileName, isWrapped = false, isCopyable = true, onCopied, className }: CodeBlockProps) {
  const [isWrappedNow, setIsWrappedNow] = useState(isWrapped)
  const copy = isCopyable && <CopyButton text={code} label={`Copy ${label}`} {...(onCopied && { onCopied })} />
  const lines = (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="min-h-0 min-w-0 flex-1 overflow-auto rounded-md focus-visible:-outline-offset-2">
      <pre className={cn('px-3 py-2 font-mono text-xs leading-5', isWrappedNow && 'wrap-anywhere whitespace-pre-wrap')}>
        <code>{code}</code>
      </pre>
    </section>
  )
  if (fileName === undefined) {
    return (
      <div className={cn('flex gap-2 rounded-md border bg-sunken', className)}>
        {lines}
        {copy && <div className="m-1 shrink-0 self-start">{copy}</div>}
      </div>
    )
  }
  return (
    <figure className={cn('flex min-w-0 flex-col rounded-md border bg-sunken', className)}>
      <figcaption className="flex h-9 shrink-0 items-center gap-2 border-b pr-1 pl-3">
        <FileCode aria-hidden className="size-3.5 shrink-0 text-faint" />
        <span className="min-w-0 flex-1 truncate font-mono text-xs text-soft">{fileName}</span>
        <IconButton
          label="Wrap long lines"
          aria-pressed={isWrappedNow}
          className="aria-pressed:bg-selected aria-pressed:text-fg [&_svg]:size-3.5"
          onClick={() => setIsWrappedNow(!isWrappedNow)}
        >
          <WrapText aria-hidden />
        </IconButton>
        {copy}
      </figcaption>
      {lines}
    </figure>
  )
}
