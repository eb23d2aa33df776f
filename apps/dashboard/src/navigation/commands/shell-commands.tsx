import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { CommandMenu, type Command, type CommandGroup } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  BookOpen,
  Box,
  Building2,
  Keyboard,
  GitBranch,
  LifeBuoy,
  List,
  LogOut,
  Palette,
  PanelLeft,
  Plug,
  Plus,
  SquareTerminal,
  Table2,
  UserRound,
} from 'lucide-react'
import { useMemo, useState } from 'react'
import { sidebarBehaviors } from '../../lib/appearance/sidebar.ts'
import { themeChoices } from '../../lib/appearance/theme.ts'
import { modified } from '../../lib/modifier-key.ts'
import { paths } from '../../paths.ts'
import { openEditorPanel } from '../../scope/editor-panel/editor-panel.ts'
import { isAllowed, permissionsIn } from '../../scope/permissions.ts'
import { useChoose } from '../../scope/preferences.ts'
import { organizationsQuery, projectsQuery } from '../../scope/queries.ts'
import { signOut } from '../../scope/sign-out.ts'
import { tableNamesQuery } from '../../scope/table-names.ts'
import { openShortcuts, showOverlay } from '../overlay.ts'
import type { Place } from '../use-menu.ts'
import type { VisibleGroup } from '../visible.ts'
import { narrow } from './narrow.ts'
import { recentCommands, rememberCommand } from './recent.ts'

export interface ShellPlace extends Place {
  readonly menu?: readonly VisibleGroup[] | undefined
}

/** Everything that ⌘K reaches: the pages of where one is, its tables, all projects and organizations, and what can be done anywhere. */
export function ShellCommands(place: ShellPlace) {
  const [text, setText] = useState('')
  const [recent] = useState(recentCommands)
  const groups = useCommands(place)
  return (
    <CommandMenu
      isOpen
      onOpenChange={(isOpen) => showOverlay(isOpen ? 'commands' : 'none')}
      text={text}
      onTextChange={setText}
      groups={useMemo(() => narrow(groups, recent, text), [groups, recent, text])}
      onRun={({ id }) => rememberCommand(id)}
    />
  )
}

function useCommands({ organization, project, menu = [] }: ShellPlace): readonly CommandGroup[] {
  const navigate = useNavigate()
  const choose = useChoose()
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { data: projects = [] } = useQuery(projectsQuery)
  const isActive =
    project?.status === 'ACTIVE_HEALTHY' && organization !== undefined && permissionsIn(organization, project).includes('database:read')
  const { data: tables = [] } = useQuery({ ...tableNamesQuery(project?.ref ?? ''), enabled: isActive && project.sleep === 'awake' })
  const go = (href: string) => () => void navigate({ href })
  const command = (id: string, label: string, icon: Command['icon'], run: () => void, more: Partial<Command> = {}): Command => ({
    id,
    label,
    icon,
    run,
    ...more,
  })

  const names = new Map(organizations.map(({ slug, name }) => [slug, name]))
  return [
    {
      label: project?.name ?? organization?.name ?? 'Pages',
      items: [
        ...menu
          .flatMap(({ entries }) => entries)
          .map(({ label, icon: Icon, to, chord }) =>
            command(`page:${to}`, label, <Icon aria-hidden />, go(to), chord === null ? {} : { keys: ['G', chord.toUpperCase()] }),
          ),
        ...(project ? [command('branches', 'Branches', <GitBranch aria-hidden />, go(paths.project.branches(project.ref)))] : []),
        ...(isActive
          ? [
              command(
                'connect',
                'Connect to the database',
                <Plug aria-hidden />,
                () =>
                  void navigate({ to: '.', search: (all) => ({ ...all, showConnect: true }), state: { hasOpenedConnect: true }, resetScroll: false }),
                { keywords: 'connection string psql' },
              ),
              command('editor-panel', 'Open the editor panel', <SquareTerminal aria-hidden />, () => openEditorPanel(), {
                keywords: 'sql query write',
                keys: [modified('\\')],
              }),
            ]
          : []),
      ],
    },
    {
      label: 'Tables',
      items: tables.map(({ id, schema, name }) =>
        command(`table:${project?.ref}:${id}`, name, <Table2 aria-hidden />, go(paths.project.table(project?.ref ?? '', { schema, id })), {
          keywords: schema,
          hint: schema,
        }),
      ),
    },
    {
      label: 'Projects',
      items: projects.map(({ ref, name, organization_slug }) =>
        command(`project:${ref}`, name, <Box aria-hidden />, go(paths.project.home(ref)), {
          keywords: ref,
          hint: names.get(organization_slug) ?? organization_slug,
        }),
      ),
    },
    {
      label: 'Organizations',
      items: organizations.map(({ slug, name, plan }) =>
        command(`organization:${slug}`, name, <Building2 aria-hidden />, go(paths.organization.projects(slug)), { keywords: slug, hint: plan.name }),
      ),
    },
    {
      label: 'Create',
      items: [
        ...creatable(organization, organizations).map(({ slug, name }) =>
          command(`new-project:${slug}`, `New project in ${name}`, <Plus aria-hidden />, go(paths.newProject(slug))),
        ),
        command('new-organization', 'New organization', <Plus aria-hidden />, go(paths.newOrganization)),
      ],
    },
    {
      label: 'Go to',
      items: [
        command('projects', 'All projects', <List aria-hidden />, go(paths.projects), { keys: ['G', 'P'] }),
        command('organizations', 'All organizations', <List aria-hidden />, go(paths.organizations), { keys: ['G', 'O'] }),
        command('account', 'Account preferences', <UserRound aria-hidden />, go(paths.account), {
          keywords: 'settings profile theme',
          keys: ['G', 'A'],
        }),
        command('support', 'Contact support', <LifeBuoy aria-hidden />, go(paths.supportNew(project ? { ref: project.ref } : {})), {
          keywords: 'help ticket bug',
        }),
        command('tickets', 'My support tickets', <LifeBuoy aria-hidden />, go(paths.supportTickets)),
        command('api-reference', 'API reference', <BookOpen aria-hidden />, () => window.open('/platform/docs', '_blank', 'noreferrer'), {
          keywords: 'docs openapi',
        }),
      ],
    },
    {
      label: 'Preferences',
      items: [
        ...themeChoices.map(({ value, label }) =>
          command(`theme:${value}`, `Theme: ${label}`, <Palette aria-hidden />, () => choose({ theme: value }), { keywords: 'appearance' }),
        ),
        ...sidebarBehaviors.map(({ value, label }) =>
          command(`sidebar:${value}`, `Sidebar: ${label}`, <PanelLeft aria-hidden />, () => choose({ sidebar: value })),
        ),
        command('shortcuts', 'Keyboard shortcuts', <Keyboard aria-hidden />, openShortcuts, { keys: ['?'] }),
        command('sign-out', 'Log out', <LogOut aria-hidden />, () => signOut(), { keywords: 'sign out' }),
      ],
    },
  ]
}

/** Where a project can be made: here, or anywhere when nowhere in particular. */
function creatable(current: Organization | undefined, organizations: readonly Organization[]): readonly Organization[] {
  return (current ? [current] : organizations).filter((organization) => isAllowed(organization, 'projects:create'))
}
