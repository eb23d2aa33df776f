import type { Project } from '@colonnade/contracts'
import { Link } from '@tanstack/react-router'
import { paths } from '../../paths.ts'
import { computeName, regionName } from './names.ts'
import { ProjectStatus } from './project-status.tsx'

export function ProjectCards({ projects }: { readonly projects: readonly Project[] }) {
  return (
    <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {projects.map((project) => (
        <li key={project.ref}>
          <Link
            to={paths.project.home(project.ref)}
            className="flex h-32 flex-col justify-between rounded-lg border bg-surface p-4 transition-colors hover:border-strong"
          >
            <span className="min-w-0">
              <span className="block truncate font-medium">{project.name}</span>
              <span className="block truncate text-xs text-faint">
                {regionName(project.region)} · {computeName(project.compute)}
                {project.db_version !== null && ` · Postgres ${project.db_version}`}
              </span>
            </span>
            <span>
              <ProjectStatus status={project.status} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
