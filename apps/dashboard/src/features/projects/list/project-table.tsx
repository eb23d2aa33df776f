import type { Project } from '@colonnade/contracts/projects/projects'
import { CopyButton } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { PlainTime } from '../../../lib/lists/plain-time.tsx'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { LongTable, type LongTableColumn } from '../../../lib/lists/long-table.tsx'
import { paths } from '../../../paths.ts'
import { computeName, regionName } from '../../../lib/texts/project-names.ts'
import { ProjectStatus } from '../project-status.tsx'
import { projectTableText } from './messages.ts'

/** Names of organizations by slug. */
export type OrganizationNames = ReadonlyMap<string, string>

export interface ProjectTableProps {
  readonly projects: readonly Project[]
  /** Given where the projects are of several. */
  readonly organizationNames?: OrganizationNames | undefined
}

export function ProjectTable({ projects, organizationNames }: ProjectTableProps) {
  const name: LongTableColumn<Project> = {
    label: projectTableText.name,
    renderCell: (project, tabIndex) => (
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <Link
            {...entryProps}
            to={paths.project.home(project.ref)}
            tabIndex={tabIndex}
            title={project.name}
            className="block truncate font-medium hover:text-accent"
          >
            {project.name}
          </Link>
          <div className="flex h-4 items-center text-faint">
            {organizationNames && (
              <span className="truncate text-xs md:hidden">{organizationNames.get(project.organization_slug) ?? project.organization_slug}</span>
            )}
            <span className={`font-mono text-2xs ${organizationNames ? 'max-md:hidden' : ''}`}>{project.ref}</span>
            <CopyButton
              isIconOnly
              text={project.ref}
              label={projectTableText.copyRef(project.name.slice(0, 60))}
              tabIndex={tabIndex}
              className="ml-0.5 size-5 opacity-0 group-hover/row:opacity-100 focus-visible:opacity-100 max-md:hidden [&_svg]:size-3"
            />
          </div>
        </div>
        <span className="md:hidden">
          <ProjectStatus project={project} />
        </span>
      </div>
    ),
  }
  const organization: LongTableColumn<Project> = {
    label: projectTableText.organization,
    className: 'w-[20%]',
    renderCell: ({ organization_slug }, tabIndex) => {
      const label = organizationNames?.get(organization_slug) ?? organization_slug
      return (
        <Link
          to={paths.organization.projects(organization_slug)}
          tabIndex={tabIndex}
          title={label}
          className="block truncate text-soft hover:text-fg hover:underline"
        >
          {label}
        </Link>
      )
    },
  }
  return (
    <LongTable
      label={projectTableText.projects}
      items={projects}
      keyOf={({ ref }) => ref}
      columns={[
        name,
        ...(organizationNames ? [organization] : []),
        { label: projectTableText.status, className: 'w-36', renderCell: (project) => <ProjectStatus project={project} /> },
        {
          label: projectTableText.compute,
          className: 'w-24',
          renderCell: ({ compute }) => <span className="text-soft">{computeName(compute)}</span>,
        },
        {
          label: projectTableText.region,
          className: 'w-44 max-lg:hidden',
          renderCell: ({ region }) => (
            <span className="block truncate text-soft" title={regionName(region)}>
              {regionName(region)}
            </span>
          ),
        },
        {
          label: projectTableText.postgres,
          className: 'w-22 max-lg:hidden',
          renderCell: ({ db_version }) => <span className="text-soft tabular-nums">{db_version ?? '–'}</span>,
        },
        {
          label: projectTableText.created,
          className: 'w-32 max-lg:hidden',
          renderCell: ({ inserted_at }) => (
            <span className="text-soft">
              <PlainTime value={inserted_at} />
            </span>
          ),
        },
      ]}
    />
  )
}
