import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Badge } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { List, Plus } from 'lucide-react'
import { switchTarget } from '../navigation/switch-target.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import { paths } from '../paths.ts'
import { mayCreateOrganization } from '../scope/permissions.ts'
import { organizationsQuery } from '../scope/queries.ts'
import { Switcher } from './switcher.tsx'

export interface OrganizationSwitcherProps {
  readonly current: Organization | undefined
}

export function OrganizationSwitcher({ current }: OrganizationSwitcherProps) {
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasPage = useHasPage()
  return (
    <Switcher
      noun="organization"
      current={
        current ? (
          <>
            <span className="max-w-24 truncate sm:max-w-40">{current.name}</span>
            <Badge className="hidden md:inline-flex">{current.plan.name}</Badge>
          </>
        ) : (
          <span className="text-soft">Organizations</span>
        )
      }
      items={organizations.map(({ slug, name, plan }) => ({
        id: slug,
        label: name,
        hint: plan.name,
        isCurrent: slug === current?.slug,
        link: <Link to={current ? switchTarget(pathname, 'slug', current.slug, slug, hasPage) : paths.organization.projects(slug)} />,
      }))}
      footer={[
        <Link key="all" to={paths.organizations}>
          <List aria-hidden />
          All organizations
        </Link>,
        ...(mayCreateOrganization(organizations)
          ? [
              <Link key="new" to={paths.newOrganization}>
                <Plus aria-hidden />
                New organization
              </Link>,
            ]
          : []),
      ]}
    />
  )
}
