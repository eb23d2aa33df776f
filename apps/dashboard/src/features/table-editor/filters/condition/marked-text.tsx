import type { Span } from '../../../../lib/sql-text/position.ts'

/** Characters around the mark that are shown. */
const around = 60

/** A text with the place where it is wrong, and no more of it than a line or two. */
export function MarkedText({ text, span }: { readonly text: string; readonly span: Span }) {
  const from = Math.max(0, span.from - around)
  const to = Math.min(text.length, span.to + around)
  return (
    <code className="font-mono text-xs wrap-anywhere whitespace-pre-wrap text-soft">
      {from > 0 && '…'}
      {text.slice(from, span.from)}
      <mark className="bg-danger-tint text-danger underline decoration-wavy underline-offset-2">{text.slice(span.from, span.to) || ' '}</mark>
      {text.slice(span.to, to)}
      {to < text.length && '…'}
    </code>
  )
}
