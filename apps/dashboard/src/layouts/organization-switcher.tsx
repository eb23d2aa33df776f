import type { Organization } from '@colonnade/contracts'
import { Badge } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { List, Plus } from 'lucide-react'
import { paths } from '../paths.ts'
import { Switcher } from './switcher.tsx'

export interface OrganizationSwitcherProps {
  readonly current: Organization | undefined
  readonly organizations: readonly Organization[]
}

export function OrganizationSwitcher({ current, organizations }: OrganizationSwitcherProps) {
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
        link: <Link to={paths.organization.projects(slug)} />,
      }))}
      footer={[
        <Link key="all" to={paths.organizations}>
          <List aria-hidden />
          All organizations
        </Link>,
        <Link key="new" to={paths.newOrganization}>
          <Plus aria-hidden />
          New organization
        </Link>,
      ]}
    />
  )
}
