import type { HostedOrganization } from '@colonnade/contracts/installation/installation'
import { Badge, RelativeTime } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettled } from '../../lib/late/use-settled.ts'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { settleMs } from './limits.ts'
import { hostedOrganizationListText } from './messages.ts'
import { hostedOrganizationsQuery } from './queries.ts'
import { SearchedList } from './searched-list.tsx'

/** All organizations: how much is in them, and whom to ask. */
export function HostedOrganizationList() {
  const [search, setSearch] = useState('')
  const pages = pagesOf(useInfiniteQuery(hostedOrganizationsQuery(useSettled(search, settleMs))))
  return (
    <SearchedList
      label={hostedOrganizationListText.organizations}
      search={search}
      onSearch={setSearch}
      pages={pages}
      keyOf={({ id }) => id}
      renderItem={(organization) => <OrganizationRow organization={organization} />}
    />
  )
}

function OrganizationRow({ organization }: { readonly organization: HostedOrganization }) {
  const { name, slug, plan, created_at, project_count: projects, member_count: members, owners } = organization
  return (
    <div className="min-w-0 flex-1">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
        <Badge>{plan.name}</Badge>
      </p>
      <p className="dotted text-xs text-faint">
        <span className="font-mono wrap-anywhere">{slug}</span>
        <span>{projects === 1 ? '1 project' : `${projects} projects`}</span>
        <span>{members === 1 ? '1 member' : `${members} members`}</span>
        <span>
          since <RelativeTime value={created_at} />
        </span>
      </p>
      <p className="mt-1 text-xs wrap-anywhere text-soft">
        {owners.length === 0 ? hostedOrganizationListText.noOwner : hostedOrganizationListText.owned(owners.join(', '))}
      </p>
    </div>
  )
}
