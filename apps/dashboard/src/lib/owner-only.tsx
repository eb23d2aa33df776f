import { buttonClass, EmptyState } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { paths } from '../paths.ts'
import { Page } from './page.tsx'

/** In place of a page for the owner of the installation. */
export function OwnerOnly({ title }: { readonly title: string }) {
  return (
    <Page width="narrow" title={title}>
      <EmptyState
        icon={<Lock aria-hidden />}
        title="Only the owner of this installation can read this"
        action={
          <Link to={paths.supportTickets} className={buttonClass()}>
            My tickets
          </Link>
        }
      >
        What you have asked yourself, and the answers, are among your tickets.
      </EmptyState>
    </Page>
  )
}
