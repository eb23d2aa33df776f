import { CodeBlock } from '@colonnade/ui'
import type { ReactNode } from 'react'

export interface SecretValueProps {
  /** Names the value and the button that copies it: "client secret". */
  readonly label: string
  readonly value: string
  /** Above it, where there are several. */
  readonly caption?: ReactNode
  /** Whether long values go on below instead of scrolling. */
  readonly isWrapped?: boolean
}

/** A value in its exact form, with a button that copies it. */
export function SecretValue({ label, value, caption, isWrapped = true }: SecretValueProps) {
  const block = <CodeBlock label={label} code={value} isWrapped={isWrapped} />
  if (caption === undefined) return block
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-xs text-soft">{caption}</p>
      {block}
    </div>
  )
}
