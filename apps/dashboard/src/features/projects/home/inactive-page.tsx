import type { Project } from '@colonnade/contracts/projects/projects'
import type { ReactNode } from 'react'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { ProjectStatus } from '../project-status.tsx'
import { ProjectStatusScreen } from './project-status-screen.tsx'
import { useProjectEvents } from './use-project-events.ts'

export interface InactivePageProps {
  readonly project: Project
  /** What of the page needs no database. */
  readonly children?: ReactNode
}

/** Instead of a page that needs the database, while the project is not active. */
export function InactivePage({ project, children }: InactivePageProps) {
  const { events } = useProjectEvents(project.ref)
  useTitle(project.name)
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          {project.name}
          <ProjectStatus project={project} />
        </span>
      }
    >
      <ProjectStatusScreen project={project} events={events} />
      {children}
    </Page>
  )
}
