import { ExternalLink } from 'lucide-react'
import type { ButtonProps } from './button.tsx'
import { buttonClass } from './button.tsx'
import { cn } from '../class-names.ts'

export interface DocsButtonProps {
  readonly href: string
  readonly text?: string
  /** What the documents are about, where several such links stand on a page: "Docs on replicas". */
  readonly label?: string
  readonly size?: ButtonProps['size']
  readonly className?: string
}

/** A link to documentation, in a new tab. */
export function DocsButton({ href, text = 'Docs', label = text, size = 'sm', className }: DocsButtonProps) {
  return (
    <a href={href} target="_blank" rel="noreferrer" aria-label={`${label} (opens a new tab)`} className={cn(buttonClass({ size }), className)}>
      <ExternalLink aria-hidden />
      {text}
    </a>
  )
}
