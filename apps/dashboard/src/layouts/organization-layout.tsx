import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { organizationMenu } from '../navigation/organization-menu.ts'
import { visible } from '../navigation/visible.ts'
import { paths } from '../paths.ts'
import { rememberOrganization } from '../scope/last-organization.ts'
import { organizationQuery, profileQuery } from '../scope/queries.ts'
import { variant } from '../scope/variant.ts'
import { Shell } from './shell.tsx'

export function OrganizationLayout({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  useEffect(() => rememberOrganization(slug), [slug])
  const menu = visible(organizationMenu, {
    id: slug,
    home: paths.organization.projects(slug),
    isComingUp: false,
    permissions: organization.permissions,
    variant,
    disabledFeatures: profile.disabled_features,
    flags: [],
  })
  return (
    <Shell organization={organization} menu={menu}>
      {children}
    </Shell>
  )
}
