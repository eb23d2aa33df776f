import { CopyButton } from '@colonnade/ui'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useProject } from '../../../scope/use-project.ts'
import { computeName, regionName } from '../names.ts'
import { ProjectStatus } from '../project-status.tsx'
import { ProjectActions } from './actions/project-actions.tsx'
import { ConnectCard } from './connect-card.tsx'
import { EventsCard } from './events-card.tsx'
import { FiguresCard } from './figures-card.tsx'
import { NextSteps } from './next-steps.tsx'
import { PasswordNotice } from './password-notice.tsx'
import { ProjectStatusScreen } from './project-status-screen.tsx'
import { useProjectEvents } from './use-project-events.ts'

/** A project's home: how it is, how to reach it, what happened to it. */
export function ProjectHome({ projectRef }: { readonly projectRef: string }) {
  const project = useProject(projectRef)
  const { events, error } = useProjectEvents(projectRef)
  useTitle(project.name)
  const isActive = project.status === 'ACTIVE_HEALTHY'
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          {project.name}
          <ProjectStatus status={project.status} />
        </span>
      }
      description={
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-faint">
          <span className="flex items-center font-mono">
            {project.ref}
            <CopyButton text={project.ref} label="Copy project ref" isIconOnly />
          </span>
          <span>{regionName(project.region)}</span>
          <span aria-hidden>·</span>
          <span>{computeName(project.compute)}</span>
          {project.db_version !== null && (
            <>
              <span aria-hidden>·</span>
              <span>Postgres {project.db_version}</span>
            </>
          )}
        </span>
      }
      actions={project.status !== 'REMOVED' && project.status !== 'GOING_DOWN' && <ProjectActions project={project} />}
    >
      {project.status !== 'REMOVED' && project.status !== 'GOING_DOWN' && <PasswordNotice projectRef={project.ref} />}
      {isActive ? (
        <>
          <FiguresCard projectRef={project.ref} />
          <NextSteps projectRef={project.ref} />
          <ConnectCard projectRef={project.ref} />
        </>
      ) : (
        <ProjectStatusScreen project={project} events={events} />
      )}
      {project.status !== 'REMOVED' && <EventsCard events={events} error={error} />}
    </Page>
  )
}
