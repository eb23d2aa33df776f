import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, Popover, SearchList } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'

/** Entries above which the list scrolls (spec §9). */
const maxShown = 7

/** Leads to a new project: at once where it can be in one organization only, else after asking in which. */
export function NewProjectButton({ organizations }: { readonly organizations: readonly Pick<Organization, 'slug' | 'name'>[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [only, ...others] = organizations
  if (!only) return null
  if (others.length === 0) {
    return (
      <Link to={paths.newProject(only.slug)} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden />
        New project
      </Link>
    )
  }
  return (
    <Popover
      label="Organization of the new project"
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          New project
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <SearchList
        label="In which organization?"
        maxShown={maxShown}
        emptyText="No organization matches"
        onSelect={() => setIsOpen(false)}
        items={organizations.map(({ slug, name }) => ({
          id: slug,
          label: name,
          icon: <Building2 aria-hidden className="size-3.5 shrink-0 text-faint" />,
          link: <Link to={paths.newProject(slug)} />,
        }))}
      />
    </Popover>
  )
}
