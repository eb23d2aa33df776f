import { notificationPriorities } from '@colonnade/contracts/installation/notifications'
import { IconButton, Menu, MenuChecks, MenuItem, MenuSeparator } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ListFilter } from 'lucide-react'
import { organizationsQuery, projectsQuery } from '../../scope/queries.ts'
import { countFilters, noFilter, type Box, type Filter } from './filter.ts'
import { filterText } from './messages.ts'

/** Organizations and projects that are offered; beyond these the lists would be longer than what they narrow. */
const maxOffered = 30

export interface FilterMenuProps {
  readonly box: Box
  readonly filter: Filter
  readonly onChange: (filter: Filter) => void
}

export function FilterMenu({ box, filter, onChange }: FilterMenuProps) {
  const { data: organizations = [] } = useQuery(organizationsQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const count = countFilters(filter)
  return (
    <Menu
      align="end"
      className="max-h-96 w-60 overflow-y-auto"
      trigger={
        <IconButton label={count === 0 ? filterText.filter : filterText.set(count)} hasTooltip={false} className={count > 0 ? 'text-accent' : ''}>
          <ListFilter aria-hidden />
        </IconButton>
      }
    >
      {box === 'inbox' && (
        <MenuChecks
          label={filterText.status}
          values={filter.isUnreadOnly ? ['new'] : []}
          options={[{ value: 'new', label: filterText.unreadOnly }]}
          onChange={(values) => onChange({ ...filter, isUnreadOnly: values.length > 0 })}
        />
      )}
      <MenuChecks
        label={filterText.priority}
        values={filter.priorities}
        options={notificationPriorities.map((value) => ({ value, label: value }))}
        onChange={(priorities) => onChange({ ...filter, priorities })}
      />
      {organizations.length > 0 && (
        <MenuChecks
          label={filterText.organization}
          values={filter.organizations}
          options={organizations.slice(0, maxOffered).map(({ slug, name }) => ({ value: slug, label: name }))}
          onChange={(next) => onChange({ ...filter, organizations: next })}
        />
      )}
      {projects.length > 0 && (
        <MenuChecks
          label={filterText.project}
          values={filter.projects}
          options={projects.slice(0, maxOffered).map(({ ref, name }) => ({ value: ref, label: name }))}
          onChange={(next) => onChange({ ...filter, projects: next })}
        />
      )}
      {count > 0 && (
        <>
          <MenuSeparator />
          <MenuItem onSelect={() => onChange(noFilter)}>{filterText.clear}</MenuItem>
        </>
      )}
    </Menu>
  )
}
