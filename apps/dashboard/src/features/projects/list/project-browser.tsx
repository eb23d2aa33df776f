import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, EmptyState, IconButton, Select } from '@colonnade/ui'
import { LayoutGrid, Rows3, SearchX } from 'lucide-react'
import { useDeferredValue, useState, type ReactNode } from 'react'
import { countText } from '../../../lib/lists/count-text.ts'
import { keep, readKept } from '../../../lib/kept.ts'
import { ListSearch } from '../../../lib/lists/list-search.tsx'
import { useSearchText } from '../../../lib/lists/use-search-text.ts'
import { statusGroups, type StatusGroup } from '../../../lib/texts/project-status.ts'
import { projectBrowserText } from './messages.ts'
import { OrganizationFilter } from './organization-filter.tsx'
import { ProjectCards } from './project-cards.tsx'
import { ProjectTable } from './project-table.tsx'
import { findProjects, shapeFor, sorts, type ProjectSearch, type Shape, type Sort } from './search.ts'

const shapeKey = 'projects-shape'

const statusOptions = [
  { value: 'any', label: projectBrowserText.anyStatus },
  ...statusGroups.map(({ id, label }) => ({ value: id, label })),
] as const satisfies readonly { value: StatusGroup | 'any'; label: string }[]

export interface ProjectBrowserProps {
  readonly projects: readonly Project[]
  /** Set when the projects belong to several organizations, which the list then shows. */
  readonly organizations?: readonly Organization[]
  readonly search: ProjectSearch
  readonly onSearch: (next: ProjectSearch) => void
}

/** Projects as cards or rows, found by words and filters that the address keeps. */
export function ProjectBrowser({ projects, organizations, search, onSearch }: ProjectBrowserProps) {
  const [text, setText] = useSearchText(search.q, (q) => onSearch({ ...search, q }))
  const [chosen, setChosen] = useState(() => readKept(shapeKey))
  const words = useDeferredValue(text)
  const shown = findProjects(projects, { ...search, q: words })
  const shape = shapeFor(chosen, projects.length)
  const names = organizations && new Map(organizations.map(({ slug, name }) => [slug, name]))
  const List = shape === 'table' ? ProjectTable : ProjectCards
  const choose = (next: Shape) => {
    setChosen(next)
    keep(shapeKey, next)
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <ListSearch label={projectBrowserText.searchProjects} placeholder={projectBrowserText.searchNameRef} value={text} onChange={setText} />
        {organizations && organizations.length > 1 && <OrganizationFilter organizations={organizations} current={search.org} />}
        <Select
          label={projectBrowserText.status}
          value={search.status ?? 'any'}
          options={statusOptions}
          onValueChange={(status) => onSearch({ ...search, status: status === 'any' ? undefined : status })}
          className="w-36 max-md:w-[calc(50%-0.25rem)]"
        />
        <Select<Sort>
          label={projectBrowserText.order}
          value={search.sort ?? 'name'}
          options={sorts.map(({ value, label }) => ({ value, label: projectBrowserText.by(label.toLowerCase()) }))}
          onValueChange={(sort) => onSearch({ ...search, sort: sort === 'name' ? undefined : sort })}
          className="w-32 max-md:w-[calc(50%-0.25rem)]"
        />
        <output className="ml-auto text-xs whitespace-nowrap text-faint tabular-nums max-md:mr-auto max-md:ml-0">
          {countText(shown.length, projects.length, 'project')}
        </output>
        <div className="flex gap-0.5 max-md:ml-auto">
          <ShapeButton label={projectBrowserText.cardView} isChosen={shape === 'cards'} onChoose={() => choose('cards')}>
            <LayoutGrid aria-hidden />
          </ShapeButton>
          <ShapeButton label={projectBrowserText.listView} isChosen={shape === 'table'} onChoose={() => choose('table')}>
            <Rows3 aria-hidden />
          </ShapeButton>
        </div>
      </div>
      {shown.length > 0 ? (
        <List projects={shown} organizationNames={names} />
      ) : (
        <EmptyState
          icon={<SearchX aria-hidden />}
          title={projectBrowserText.noMatchingProjects}
          action={
            <Button
              onClick={() => {
                setText('')
                onSearch({ sort: search.sort })
              }}
            >
              {projectBrowserText.showAllProjects}
            </Button>
          }
        >
          {words.trim() === '' ? projectBrowserText.noProjectsHaveStatus : <>{projectBrowserText.noProjectNameRef(words.trim().slice(0, 80))}</>}
        </EmptyState>
      )}
    </div>
  )
}

interface ShapeButtonProps {
  readonly label: string
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly children: ReactNode
}

function ShapeButton({ label, isChosen, onChoose, children }: ShapeButtonProps) {
  return (
    <IconButton label={label} aria-pressed={isChosen} className="aria-pressed:bg-selected aria-pressed:text-fg" onClick={onChoose}>
      {children}
    </IconButton>
  )
}
