import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, Popover, SearchList } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronsUpDown, List } from 'lucide-react'
import { useState } from 'react'
import { organizationFilterText } from './messages.ts'

/** Entries above which the list scrolls (spec §9). */
const maxShown = 7

export interface OrganizationFilterProps {
  readonly organizations: readonly Organization[]
  /** Slug of the one that is shown. */
  readonly current: string | undefined
}

/** Shows the projects of one organization; typing finds it among hundreds. */
export function OrganizationFilter({ organizations, current }: OrganizationFilterProps) {
  const [isOpen, setIsOpen] = useState(false)
  const chosen =
    current === undefined ? organizationFilterText.allOrganizations : (organizations.find(({ slug }) => slug === current)?.name ?? current)
  const link = (org: string | undefined) => <Link to="." search={(all) => ({ ...all, org })} replace resetScroll={false} />
  return (
    <Popover
      label={organizationFilterText.organization}
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button className="max-w-56 min-w-0 shrink bg-raised font-normal max-md:w-full max-md:max-w-none">
          <span className="sr-only">{organizationFilterText.prefix}</span>
          <span className="min-w-0 flex-1 truncate text-left">{chosen}</span>
          <ChevronsUpDown aria-hidden className="text-faint" />
        </Button>
      }
    >
      <SearchList
        label={organizationFilterText.searchOrganizations}
        maxShown={maxShown}
        emptyText={organizationFilterText.noMatchingOrganizations}
        onSelect={() => setIsOpen(false)}
        items={[
          {
            id: '',
            label: organizationFilterText.allOrganizations,
            icon: <List aria-hidden className="size-3.5 text-faint" />,
            isCurrent: current === undefined,
            link: link(undefined),
          },
          ...organizations.map(({ slug, name, project_count }) => ({
            id: slug,
            label: name,
            icon: <Building2 aria-hidden className="size-3.5 shrink-0 text-faint" />,
            hint: project_count,
            isCurrent: slug === current,
            link: link(slug),
          })),
        ]}
      />
    </Popover>
  )
}
