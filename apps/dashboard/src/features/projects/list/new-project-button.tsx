import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, Popover, SearchList } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronDown, Plus } from 'lucide-react'
import { useState } from 'react'
import { paths } from '../../../paths.ts'
import { newProjectButtonText } from './messages.ts'

/** Entries above which the list scrolls (spec §9). */
const maxShown = 7

/** Opens the new project form, after asking for the organization if there are several. */
export function NewProjectButton({ organizations }: { readonly organizations: readonly Pick<Organization, 'slug' | 'name'>[] }) {
  const [isOpen, setIsOpen] = useState(false)
  const [only, ...others] = organizations
  if (!only) return null
  if (others.length === 0) {
    return (
      <Link to={paths.newProject(only.slug)} className={buttonClass({ variant: 'primary' })}>
        <Plus aria-hidden />
        {newProjectButtonText.newProject}
      </Link>
    )
  }
  return (
    <Popover
      label={newProjectButtonText.organizationNewProject}
      align="end"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button variant="primary">
          <Plus aria-hidden />
          {newProjectButtonText.newProject}
          <ChevronDown aria-hidden />
        </Button>
      }
    >
      <SearchList
        label={newProjectButtonText.chooseOrganization}
        maxShown={maxShown}
        emptyText={newProjectButtonText.noMatchingOrganizations}
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
