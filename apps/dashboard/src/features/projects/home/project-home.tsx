import { lazy, Suspense, type ReactNode } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { useKnownPassword } from '../../../scope/known-passwords.ts'
import { useProject } from '../../../scope/use-project.ts'
import { ProjectStatus } from '../project-status.tsx'
import { ProjectActions } from './actions/project-actions.tsx'
import { ActivityCard } from './activity/activity-card.tsx'
import { ConnectCard } from './connect-card.tsx'
import { EventsCard } from './events-card.tsx'
import { FirstSteps } from './first-steps.tsx'
import { HealthStrip } from './health/health-strip.tsx'
import { ProjectFacts } from './project-facts.tsx'
import { ProjectStatusScreen } from './project-status-screen.tsx'
import { useProjectEvents } from './use-project-events.ts'

const PasswordNotice = lazy(loaded(() => import('./password-notice.tsx'), 'PasswordNotice'))
const SleepCard = lazy(loaded(() => import('../sleep/sleep-card.tsx'), 'SleepCard'))

export interface ProjectHomeProps {
  readonly projectRef: string
  /** What the advisors find, while the project is active. */
  readonly advice: ReactNode
  /** What a branch shows of its merge, while it is active. */
  readonly branch: ReactNode
}

/** A project's home: how it is, what it does, what could be better, how to reach it, what happened to it. */
export function ProjectHome({ projectRef, advice, branch }: ProjectHomeProps) {
  const project = useProject(projectRef)
  const events = useProjectEvents(projectRef)
  useTitle(project.name)
  const { status } = project
  const knownPassword = useKnownPassword(projectRef)
  const isActive = status === 'ACTIVE_HEALTHY'
  const isAwake = project.sleep === 'awake'
  // most projects never slept, and load nothing for it
  const sleepCard = project.slept_at !== null && (
    <Suspense>
      <SleepCard project={project} />
    </Suspense>
  )
  const isThere = status !== 'REMOVED' && status !== 'GOING_DOWN'
  const eventsCard = status !== 'REMOVED' && <EventsCard {...events} />
  return (
    <Page
      title={
        <span className="flex flex-wrap items-center gap-3">
          {project.name}
          <ProjectStatus project={project} />
        </span>
      }
      description={<ProjectFacts project={project} />}
      actions={isThere && <ProjectActions project={project} />}
    >
      {isThere && (knownPassword !== null || project.is_password_unkept) && (
        <Suspense>
          <PasswordNotice project={project} />
        </Suspense>
      )}
      {isActive && !isAwake && (
        <>
          {sleepCard}
          <ConnectCard projectRef={project.ref} hasGuides />
          {eventsCard}
        </>
      )}
      {isActive && isAwake && (
        <>
          {project.parent_project_ref !== null && branch}
          <FirstSteps projectRef={project.ref} />
          <HealthStrip projectRef={project.ref} />
          <ActivityCard projectRef={project.ref} />
          <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            {advice}
            <div className="flex min-w-0 flex-col gap-6">
              <ConnectCard projectRef={project.ref} hasGuides={project.driver === 'embedded'} />
              {sleepCard}
              {eventsCard}
            </div>
          </div>
        </>
      )}
      {!isActive && (
        <>
          <ProjectStatusScreen project={project} events={events.events} />
          {status === 'UNHEALTHY' && <HealthStrip projectRef={project.ref} />}
          {eventsCard}
        </>
      )}
    </Page>
  )
}
