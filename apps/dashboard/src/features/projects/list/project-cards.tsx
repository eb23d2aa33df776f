import type { Project } from '@colonnade/contracts/projects/projects'
import { Link } from '@tanstack/react-router'
import { LongCards } from '../../../lib/lists/long-cards.tsx'
import { entryProps } from '../../../lib/lists/use-list-keys.ts'
import { paths } from '../../../paths.ts'
import { computeName, regionName } from '../../../lib/texts/project-names.ts'
import { ProjectStatus } from '../project-status.tsx'
import { projectCardsText } from './messages.ts'
import type { ProjectTableProps } from './project-table.tsx'

const cardPx = 128

export function ProjectCards({ projects, organizationNames }: ProjectTableProps) {
  return (
    <LongCards
      label={projectCardsText.projects}
      items={projects}
      keyOf={({ ref }) => ref}
      cardPx={cardPx}
      renderCard={(project, tabIndex) => (
        <Link
          {...entryProps}
          to={paths.project.home(project.ref)}
          tabIndex={tabIndex}
          className="flex h-full flex-col justify-between rounded-lg border bg-surface p-4 transition-colors hover:border-strong"
        >
          <span className="min-w-0">
            <span className="block truncate text-base font-medium" title={project.name}>
              {project.name}
            </span>
            {organizationNames && (
              <span className="mt-0.5 block truncate text-soft">{organizationNames.get(project.organization_slug) ?? project.organization_slug}</span>
            )}
            {!organizationNames && <span className="mt-0.5 block truncate font-mono text-2xs text-faint">{project.ref}</span>}
          </span>
          <span className="flex items-center justify-between gap-3">
            <ProjectStatus project={project} />
            <span className="truncate text-xs text-faint" title={details(project)}>
              {details(project)}
            </span>
          </span>
        </Link>
      )}
    />
  )
}

function details({ region, compute, db_version }: Project): string {
  return [region === 'local' ? regionName(region) : region, computeName(compute), db_version === null ? null : projectCardsText.postgres(db_version)]
    .filter((part) => part !== null)
    .join(' · ')
}
