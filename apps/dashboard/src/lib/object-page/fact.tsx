import type { ReactNode } from 'react'

export interface FactProps {
  readonly term: string
  readonly children: ReactNode
}

/** One of the facts about an object, in a list of them: its `dl` says how they look. */
export function Fact({ term, children }: FactProps) {
  return (
    <div className="min-w-0">
      <dt>{term}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
