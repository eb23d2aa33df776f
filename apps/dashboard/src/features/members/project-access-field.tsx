import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { Project } from '@colonnade/contracts/projects/projects'
import { SearchInput, SegmentedControl, Select } from '@colonnade/ui'
import { useState } from 'react'
import { accessFieldText } from './messages.ts'
import { type ProjectAccess, withRole } from './project-access.ts'

/** From so many projects on they are searched. */
const searchedFrom = 8

export interface ProjectAccessFieldProps {
  readonly projects: readonly Project[]
  readonly roles: readonly OrganizationRole[]
  /** What the member's role in the organization is called. */
  readonly roleName: string
  readonly value: ProjectAccess
  readonly onChange: (value: ProjectAccess) => void
}

/** Chooses which projects somebody has, and as what. */
export function ProjectAccessField({ projects, roles, roleName, value, onChange }: ProjectAccessFieldProps) {
  const [text, setText] = useState('')
  const shown = projects.filter(({ name }) => name.toLowerCase().includes(text.trim().toLowerCase()))
  const options = [
    { value: 'none', label: value.isLimited ? accessFieldText.noAccess : accessFieldText.organizationRole(roleName) },
    // one that sees no projects would say nothing there
    ...roles
      .filter(({ id, permissions }) => id !== 'owner' && isAllowed(permissions, 'projects:read'))
      .map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <section aria-label={accessFieldText.projects} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">{accessFieldText.projects}</h3>
        <SegmentedControl
          label={accessFieldText.scope}
          value={value.isLimited ? 'chosen' : 'all'}
          options={[
            { value: 'all', label: accessFieldText.allProjects },
            { value: 'chosen', label: accessFieldText.selectedProjects },
          ]}
          onValueChange={(which) => onChange({ ...value, isLimited: which === 'chosen' })}
        />
      </div>
      <p className="text-xs text-faint">{value.isLimited ? accessFieldText.selectedHint : accessFieldText.allHint(roleName)}</p>
      {projects.length >= searchedFrom && (
        <SearchInput
          label={accessFieldText.search}
          placeholder={accessFieldText.search}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      {projects.length === 0 ? (
        <p className="text-xs text-soft">{accessFieldText.empty}</p>
      ) : (
        <ul aria-label={accessFieldText.list} className="flex max-h-52 flex-col ruled overflow-y-auto rounded-md border">
          {shown.map(({ ref, name }) => (
            <li key={ref} className="flex items-center gap-2 px-3 py-1.5">
              <span className="min-w-0 flex-1 truncate text-sm" title={name}>
                {name}
              </span>
              <Select
                size="sm"
                label={accessFieldText.roleIn(name)}
                className="w-44"
                value={value.roles[ref] ?? 'none'}
                options={options}
                onValueChange={(role) => onChange(withRole(value, ref, role === 'none' ? null : role))}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
