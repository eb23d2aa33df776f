import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'

export interface OwnerOnlyProps {
  readonly title: string
  /** What one may read instead. */
  readonly children: ReactNode
  readonly instead: { readonly to: string; readonly label: string }
}

/** In place of a page for the owner of the installation. */
export function OwnerOnly({ title, children, instead }: OwnerOnlyProps) {
  return (
    <Page width="narrow" title={title}>
      <EmptyState
        icon={<Lock aria-hidden />}
        title="Only the owner of this installation can open this page"
        action={
          <Link to={instead.to} className={buttonClass()}>
            {instead.label}
          </Link>
        }
      >
        {children}
      </EmptyState>
    </Page>
  )
}
