import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Badge } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Building2 } from 'lucide-react'
import { formatNumber } from '../../lib/bytes.ts'
import { LongTable } from '../../lib/lists/long-table.tsx'
import { PlainTime } from '../../lib/lists/plain-time.tsx'
import { entryProps } from '../../lib/lists/use-list-keys.ts'
import { paths } from '../../paths.ts'
import { tableText } from './messages.ts'

export function OrganizationTable({ organizations }: { readonly organizations: readonly Organization[] }) {
  return (
    <LongTable
      label={tableText.organizations}
      items={organizations}
      keyOf={({ slug }) => slug}
      columns={[
        {
          label: tableText.name,
          renderCell: ({ slug, name, plan, project_count }, tabIndex) => (
            <div className="flex items-center gap-3">
              <span aria-hidden className="flex size-7 shrink-0 items-center justify-center rounded-md border bg-raised text-faint">
                <Building2 className="size-3.5" strokeWidth={1.5} />
              </span>
              <div className="min-w-0 flex-1">
                <Link
                  {...entryProps}
                  to={paths.organization.projects(slug)}
                  tabIndex={tabIndex}
                  title={name}
                  className="block truncate font-medium hover:text-accent"
                >
                  {name}
                </Link>
                <span className="block truncate text-xs text-faint md:hidden">{projectsText(project_count)}</span>
              </div>
              <span className="flex md:hidden">
                <Badge>{plan.name}</Badge>
              </span>
            </div>
          ),
        },
        { label: tableText.plan, className: 'w-28', renderCell: ({ plan }) => <Badge>{plan.name}</Badge> },
        { label: tableText.yourRole, className: 'w-36', renderCell: ({ role_name: role }) => <span className="text-soft">{role}</span> },
        { label: tableText.projects, className: 'w-24', isNumber: true, renderCell: ({ project_count }) => formatNumber(project_count) },
        {
          label: tableText.created,
          className: 'w-36 max-lg:hidden',
          renderCell: ({ created_at }) => (
            <span className="text-soft">
              <PlainTime value={created_at} />
            </span>
          ),
        },
      ]}
    />
  )
}

function projectsText(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'project' : 'projects'}`
}
