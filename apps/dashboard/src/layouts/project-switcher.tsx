import type { Organization, Project } from '@colonnade/contracts'
import { StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lookOf } from '../features/projects/status.ts'
import { switchTarget } from '../navigation/switch-target.ts'
import { useHasPage } from '../navigation/use-menu.ts'
import { paths } from '../paths.ts'
import { isAllowed } from '../scope/permissions.ts'
import { organizationProjectsQuery } from '../scope/queries.ts'
import { Switcher } from './switcher.tsx'

export interface ProjectSwitcherProps {
  readonly current: Project
  readonly organization: Organization
}

function dotOf(project: Pick<Project, 'status' | 'sleep'>) {
  const { tone, isChanging } = lookOf(project)
  return { tone, isChanging }
}

export function ProjectSwitcher({ current, organization }: ProjectSwitcherProps) {
  const { data: projects = [current] } = useQuery(organizationProjectsQuery(organization.slug))
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasPage = useHasPage()
  return (
    <Switcher
      noun="project"
      current={<span className="max-w-28 truncate sm:max-w-56">{current.name}</span>}
      items={projects
        .map((project) => (project.ref === current.ref ? current : project))
        .map(({ ref, name, status, sleep }) => ({
          id: ref,
          label: name,
          icon: <StatusDot {...dotOf({ status, sleep })} />,
          isCurrent: ref === current.ref,
          link: <Link to={switchTarget(pathname, 'ref', current.ref, ref, hasPage)} />,
        }))}
      footer={
        isAllowed(organization, 'projects:create')
          ? [
              <Link key="new" to={paths.newProject(organization.slug)}>
                <Plus aria-hidden />
                New project
              </Link>,
            ]
          : []
      }
    />
  )
}
