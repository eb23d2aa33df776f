import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, type ReactNode } from 'react'
import { loaded } from '../lib/late/loaded.ts'
import { organizationMenu } from '../navigation/menus/organization-menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import { rememberOrganization } from '../scope/last-organization/last-organization.ts'
import { organizationQuery } from '../scope/queries.ts'
import { closedBy } from '../scope/standing/standing.ts'
import { Shell } from './shell.tsx'

const ClosedOrganization = lazy(loaded(() => import('./closed/closed-organization.tsx'), 'ClosedOrganization'))

export function OrganizationLayout({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { data: organization, error } = useSuspenseQuery(organizationQuery(slug))
  useEffect(() => rememberOrganization(slug), [slug])
  const menu = useMenu(organizationMenu, { organization })
  const closed = closedBy(error)
  if (closed) {
    return (
      <Suspense>
        <ClosedOrganization organization={organization} error={closed} />
      </Suspense>
    )
  }
  return (
    <Shell organization={organization} menu={menu}>
      {children}
    </Shell>
  )
}
