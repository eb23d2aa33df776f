import { cn, CopyButton } from '@colonnade/ui'
import { highlight, type Language, type TokenKind } from './highlight.ts'

/** The colours of the SQL editor. */
const looks: Readonly<Record<TokenKind, string>> = {
  plain: '',
  comment: 'text-faint italic',
  text: 'text-[color-mix(in_oklab,var(--warning)_78%,var(--fg))]',
  word: 'text-accent',
  name: 'text-[color-mix(in_oklab,var(--accent)_45%,var(--fg))]',
  placeholder: 'rounded-sm bg-warning-tint text-warning',
}

export interface CodeTextProps {
  readonly text: string
  readonly language: Language
  /** Names the region. */
  readonly label: string
  readonly isWrapped?: boolean
  readonly className?: string
}

/** Highlighted code in its own scroll container. */
export function CodeText({ text, language, label, isWrapped = false, className }: CodeTextProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className={cn('min-w-0 overflow-auto rounded-md focus-visible:-outline-offset-2', className)}>
      <pre className={cn('px-3 py-2 font-mono text-xs leading-5', isWrapped ? 'break-all whitespace-pre-wrap' : 'w-fit')}>
        <code>
          {highlight(text, language).map((token, index) => (
            <span key={index} className={looks[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
    </section>
  )
}

/** A text that is needed as a whole, with its button. */
export function CopyableText({ className, ...props }: CodeTextProps) {
  return (
    <div className={cn('flex items-start gap-1 rounded-md border bg-sunken', className)}>
      <CodeText {...props} className="flex-1" />
      <CopyButton text={props.text} label={`Copy ${props.label}`} className="m-1" />
    </div>
  )
}
