import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { organizationMenu } from '../navigation/organization-menu.ts'
import { useMenu } from '../navigation/use-menu.ts'
import { rememberOrganization } from '../scope/last-organization/last-organization.ts'
import { organizationQuery } from '../scope/queries.ts'
import { Shell } from './shell.tsx'

export function OrganizationLayout({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useEffect(() => rememberOrganization(slug), [slug])
  const menu = useMenu(organizationMenu, { organization })
  return (
    <Shell organization={organization} menu={menu}>
      {children}
    </Shell>
  )
}
