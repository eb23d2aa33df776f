import { buttonClass } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'

export interface PartLinkProps {
  readonly to: string
  readonly children: string
}

/** Opens the form that adds a part to a table. */
export function PartLink({ to, children }: PartLinkProps) {
  return (
    <Link to={to} className={buttonClass({ size: 'sm', className: 'self-start' })}>
      <Plus aria-hidden />
      {children}
    </Link>
  )
}
