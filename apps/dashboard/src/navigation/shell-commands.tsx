import type { Organization, Project } from '@colonnade/contracts'
import { CommandMenu, type CommandGroup } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Box, Building2, Keyboard, LogOut, Palette, Plus } from 'lucide-react'
import { themeChoices } from '../lib/theme.ts'
import { setTheme } from '../lib/use-theme.ts'
import { paths } from '../paths.ts'
import { isAllowed } from '../scope/permissions.ts'
import { organizationsQuery, projectsQuery } from '../scope/queries.ts'
import { useSignOut } from '../scope/sign-out.ts'
import { openShortcuts, showOverlay } from './command-menu-state.ts'
import type { VisibleEntry } from './visible.ts'

/** Where one is: what the command menu offers first. */
export interface ShellPlace {
  readonly organization?: Organization | undefined
  readonly project?: Project | undefined
  readonly menu?: readonly (readonly VisibleEntry[])[] | undefined
}

/** Everything that ⌘K reaches: the pages of where one is, all projects and organizations, and what can be done anywhere. */
export function ShellCommands({ organization, project, menu = [] }: ShellPlace) {
  const navigate = useNavigate()
  const signOut = useSignOut()
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const go = (to: string) => () => void navigate({ to })
  const nameOf = (slug: string) => organizations.find((candidate) => candidate.slug === slug)?.name ?? slug

  const groups: CommandGroup[] = [
    {
      label: project ? project.name : (organization?.name ?? 'Pages'),
      items: menu.flat().map(({ label, icon: Icon, to }) => ({ id: `page:${to}`, label, icon: <Icon aria-hidden />, run: go(to) })),
    },
    {
      label: 'Projects',
      items: projects.map(({ ref, name, organization_slug }) => ({
        id: `project:${ref}`,
        label: name,
        keywords: ref,
        hint: nameOf(organization_slug),
        icon: <Box aria-hidden />,
        run: go(paths.project.home(ref)),
      })),
    },
    {
      label: 'Organizations',
      items: organizations.map(({ slug, name, plan }) => ({
        id: `organization:${slug}`,
        label: name,
        keywords: slug,
        hint: plan.name,
        icon: <Building2 aria-hidden />,
        run: go(paths.organization.projects(slug)),
      })),
    },
    {
      label: 'Create',
      items: [
        ...creatable(organization, organizations).map(({ slug, name }) => ({
          id: `new-project:${slug}`,
          label: `New project in ${name}`,
          icon: <Plus aria-hidden />,
          run: go(paths.newProject(slug)),
        })),
        { id: 'new-organization', label: 'New organization', icon: <Plus aria-hidden />, run: go(paths.newOrganization) },
      ],
    },
    {
      label: 'Theme',
      items: themeChoices.map(({ value, label }) => ({
        id: `theme:${value}`,
        label: `Theme: ${label}`,
        icon: <Palette aria-hidden />,
        run: () => setTheme(value),
      })),
    },
    {
      label: 'Account',
      items: [
        { id: 'shortcuts', label: 'Keyboard shortcuts', hint: '?', icon: <Keyboard aria-hidden />, run: openShortcuts },
        { id: 'sign-out', label: 'Log out', keywords: 'sign out', icon: <LogOut aria-hidden />, run: signOut },
      ],
    },
  ]
  return (
    <CommandMenu
      isOpen
      onOpenChange={(isOpen) => showOverlay(isOpen ? 'commands' : 'none')}
      groups={groups.filter((group) => group.items.length > 0)}
    />
  )
}

/** Where a project can be made: here, or anywhere when nowhere in particular. */
function creatable(current: Organization | undefined, organizations: readonly Organization[]): readonly Organization[] {
  return (current ? [current] : organizations).filter((organization) => isAllowed(organization, 'projects:create'))
}
