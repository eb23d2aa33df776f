import type { Project, ProjectEvent } from '@colonnade/contracts/projects/projects'
import { buttonClass, EmptyState, Spinner } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { loaded } from '../../../lib/late/loaded.ts'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { paths } from '../../../paths.ts'
import { projectStatusScreenText } from './messages.ts'
import { StepsCard } from './steps-card.tsx'

const PausedScreen = lazy(loaded(() => import('./paused-screen.tsx'), 'PausedScreen'))
const UpgradingScreen = lazy(loaded(() => import('./upgrading-screen.tsx'), 'UpgradingScreen'))
const FailedScreen = lazy(loaded(() => import('./failed-screen.tsx'), 'FailedScreen'))

export interface ProjectStatusScreenProps {
  readonly project: Project
  readonly events: readonly ProjectEvent[]
}

/** What a project that is not active shows instead of its content. */
export function ProjectStatusScreen({ project, events }: ProjectStatusScreenProps) {
  switch (project.status) {
    case 'ACTIVE_HEALTHY':
      return null
    case 'COMING_UP':
    case 'RESTORING':
      return <StepsCard status={project.status} events={events} isBranch={project.parent_project_ref !== null} />
    case 'UPGRADING':
      return (
        <Suspense>
          <UpgradingScreen projectRef={project.ref} />
        </Suspense>
      )
    case 'PAUSING':
      return (
        <EmptyState icon={<Spinner />} title={projectStatusScreenText.pausing}>
          {projectStatusScreenText.pausingHint}
        </EmptyState>
      )
    case 'GOING_DOWN':
      return (
        <EmptyState icon={<Spinner />} title={projectStatusScreenText.deleting} action={<WayBack project={project} />}>
          {projectStatusScreenText.deletingHint}
        </EmptyState>
      )
    case 'INACTIVE':
      return (
        <Suspense>
          <PausedScreen project={project} />
        </Suspense>
      )
    case 'INIT_FAILED':
    case 'UNHEALTHY':
      return (
        <Suspense>
          <FailedScreen project={project} />
        </Suspense>
      )
    case 'REMOVED':
      return (
        <EmptyState
          icon={<Trash2 aria-hidden />}
          title={projectStatusScreenText.noLongerExists(nounOf(project))}
          action={<WayBack project={project} />}
        >
          {projectStatusScreenText.wasDeletedNoLonger}
        </EmptyState>
      )
  }
}

function WayBack({ project: { organization_slug: slug, parent_project_ref: parent } }: { readonly project: Project }) {
  return (
    <Link to={parent === null ? paths.organization.projects(slug) : paths.project.branches(parent)} className={buttonClass({ variant: 'primary' })}>
      {parent === null ? projectStatusScreenText.backProjects : projectStatusScreenText.backBranches}
    </Link>
  )
}
