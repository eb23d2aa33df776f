import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { lookOf } from '../lib/texts/project-status.ts'
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
  const { data: known = [current], refetch } = useQuery(organizationProjectsQuery(organization.slug))
  // the one that is open is looked at more often than the list: its name may have been changed elsewhere
  const projects = known.map((project) => (project.ref === current.ref ? current : project))
  const pathname = useLocation({ select: (location) => location.pathname })
  const hasPage = useHasPage()
  // a branch is in no list: what is switched is the project that it is of
  const ref = current.parent_project_ref ?? current.ref
  const shown = projects.find((project) => project.ref === ref) ?? current
  return (
    <Switcher
      noun="project"
      onOpen={() => void refetch()}
      current={<span className="max-w-28 truncate sm:max-w-56">{shown.name}</span>}
      items={projects.map(({ ref: id, name, status, sleep }) => ({
        id,
        label: name,
        icon: <StatusDot {...dotOf({ status, sleep })} />,
        isCurrent: id === ref,
        link: <Link to={switchTarget(pathname, 'ref', current.ref, id, hasPage)} />,
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
