import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useLocation, useRouter } from '@tanstack/react-router'
import { Plug, SquareTerminal } from 'lucide-react'
import { useMemo } from 'react'
import { functionsQuery } from '../../features/edge-functions/queries.ts'
import { snippetsQuery } from '../../features/sql-editor/snippets/snippet-queries.ts'
import { modified } from '../../lib/modifier-key.ts'
import { paths } from '../../paths.ts'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { openEditorPanel } from '../../scope/editor-panel/editor-panel.ts'
import { homeOrganization } from '../../scope/last-organization/last-organization.ts'
import { useChoose } from '../../scope/preferences.ts'
import { organizationsQuery, profileQuery, projectsQuery } from '../../scope/queries.ts'
import { bucketsQuery } from '../../scope/storage/buckets.ts'
import { tableNamesQuery } from '../../scope/table-names.ts'
import { type Place, useMenuScope } from '../use-menu.ts'
import type { MenuScope } from '../visible.ts'
import { type CurrentTable, generalActionEntries, projectActionEntries } from './entries/actions.ts'
import type { Entry, EntryGroup } from './entries/entry.ts'
import { generalEntries, preferenceEntries } from './entries/general.ts'
import {
  branchEntries,
  bucketEntries,
  columnEntries,
  databaseFunctionEntries,
  edgeFunctionEntries,
  mergeEntries,
  organizationEntries,
  policyEntries,
  projectEntries,
  snippetEntries,
  tableEntries,
} from './entries/named.ts'
import { objectNamesQuery } from './entries/object-names.ts'
import { pageEntries } from './entries/pages.ts'
import { messages } from './messages.ts'

const { groups: labels } = messages

/** What the command menu finds, and what it can't show of it. */
export interface Found {
  readonly groups: readonly EntryGroup[]
  /** Kinds of names that are on their way, that failed to load, and that need the project awake. */
  readonly loading: readonly string[]
  readonly failed: readonly string[]
  readonly asleep: boolean
}

/** Everything that the command menu reaches from here. Names are asked for when the menu first opens, not with the page. */
export function useEntryGroups(place: Place): Found {
  const { project } = place
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const organization = useNearOrganization(place.organization, organizations)
  const projectScope = useMenuScope({ organization, project })
  const names = useNames(project, projectScope)
  const own = useProjectEntries(project, projectScope, names)
  const { first, last } = useGeneralEntries(place, organization, organizations, projectScope)
  return { groups: [...first, ...own, ...last], ...names.state }
}

/** The organization of the page; where it is of none, the one that the person was in last. */
function useNearOrganization(current: Organization | undefined, organizations: readonly Organization[]): Organization | undefined {
  const slug = homeOrganization(organizations)
  return current ?? organizations.find((organization) => organization.slug === slug)
}

function useGeneralEntries(
  { project, organization: current }: Place,
  organization: Organization | undefined,
  organizations: readonly Organization[],
  projectScope: MenuScope,
): { readonly first: readonly EntryGroup[]; readonly last: readonly EntryGroup[] } {
  const router = useRouter()
  const choose = useChoose()
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: projects } = useQuery(projectsQuery)
  const account = useMenuScope({})
  const organizationScope = useMenuScope({ organization })
  const table = useCurrentTable(project)
  const isActive = project?.status === 'ACTIVE_HEALTHY'
  const mayRead = isActive && projectScope.permissions.includes('database:read')
  const { main, pages, parts } = pageEntries({
    project: project === undefined ? null : projectScope,
    organization: organization === undefined ? null : organizationScope,
    account,
    installation: profile.is_installation_owner ? account : null,
  })
  const connect: Entry = {
    id: 'connect',
    label: messages.actions.connect,
    icon: Plug,
    synonyms: 'connection string psql uri password',
    does: {
      run: () =>
        void router.navigate({ to: '.', search: (all) => ({ ...all, showConnect: true }), state: { hasOpenedConnect: true }, resetScroll: false }),
    },
  }
  const editor: Entry = {
    id: 'editor-panel',
    label: messages.actions.editorPanel,
    icon: SquareTerminal,
    synonyms: 'sql query write',
    keys: [modified('\\')],
    does: { run: () => openEditorPanel() },
  }
  return {
    first: [
      { label: project?.name ?? current?.name ?? labels.main, entries: main },
      { label: labels.pages, entries: pages, isSearchOnly: true },
      {
        label: labels.actions,
        entries: [
          ...(mayRead ? [connect, editor] : []),
          ...(project === undefined ? [] : projectActionEntries(projectScope, project.ref, isActive, table)),
          ...generalActionEntries(organization, organizations),
        ],
      },
      { label: labels.parts, entries: parts, isSearchOnly: true },
    ],
    last: [
      { label: labels.projects, entries: projectEntries(projects ?? [], organizations) },
      { label: labels.organizations, entries: organizationEntries(organizations) },
      { label: labels.general, entries: generalEntries(project?.ref) },
      { label: labels.preferences, entries: preferenceEntries(choose) },
    ],
  }
}

/** The table that the table editor shows. */
function useCurrentTable(project: Project | undefined): CurrentTable | null {
  const schema = useLocation({ select: ({ search }) => (typeof search['schema'] === 'string' ? search['schema'] : 'public') })
  const id = useLocation({
    select: ({ pathname, search }) => (project !== undefined && pathname === paths.project.editor(project.ref) ? Number(search['table']) : 0),
  })
  return Number.isInteger(id) && id > 0 ? { schema, id } : null
}

type Names = ReturnType<typeof useNames>

/** The names of what is in the project, as far as the person may see it and without waking the project. */
function useNames(project: Project | undefined, { permissions, variant }: MenuScope) {
  const ref = project?.ref ?? ''
  const may = (permission: MenuScope['permissions'][number]) => project !== undefined && permissions.includes(permission)
  const isActive = project?.status === 'ACTIVE_HEALTHY'
  const isAwake = isActive && project.sleep === 'awake'
  const tables = useQuery({ ...tableNamesQuery(ref), enabled: isAwake && may('database:read') })
  const objects = useQuery({ ...objectNamesQuery(ref), enabled: isAwake && may('database:read') })
  const buckets = useQuery({ ...bucketsQuery(ref), enabled: isAwake && may('project_storage:all') })
  const snippets = useQuery({ ...snippetsQuery(ref), enabled: may('database:read') })
  const branches = useQuery({ ...branchesQuery(ref), enabled: may('projects:read') && project?.is_branch_enabled === true })
  const functions = useQuery({ ...functionsQuery(ref), enabled: may('project_edge_function:all') && variant.edgeFunctions })
  const asked = [
    { label: labels.tables, query: tables },
    { label: `${labels.columns}, ${labels.databaseFunctions}`, query: objects },
    { label: labels.buckets, query: buckets },
    { label: labels.snippets, query: snippets },
    { label: labels.branches, query: branches },
    { label: labels.edgeFunctions, query: functions },
  ]
  return {
    tables: tables.data,
    objects: objects.data,
    buckets: buckets.data,
    snippets: snippets.data,
    branches: branches.data,
    functions: functions.data,
    state: {
      loading: asked.filter(({ query }) => query.isLoading).map(({ label }) => label),
      failed: asked.filter(({ query }) => query.isError && query.data === undefined).map(({ label }) => label),
      asleep: isActive && !isAwake && may('database:read'),
    },
  }
}

function useProjectEntries(project: Project | undefined, { permissions }: MenuScope, names: Names): readonly EntryGroup[] {
  const { tables, objects, buckets, snippets, branches, functions } = names
  const ref = project?.ref
  const mayWrite = permissions.includes('database:write')
  const mayMerge = permissions.includes('preview_branches:create')
  return useMemo(() => {
    if (ref === undefined) return []
    return [
      { label: labels.tables, entries: tableEntries(ref, tables ?? []) },
      { label: labels.branches, entries: [...branchEntries(branches ?? []), ...(mayMerge ? mergeEntries(ref, branches ?? []) : [])] },
      { label: labels.edgeFunctions, entries: edgeFunctionEntries(ref, functions ?? []) },
      { label: labels.snippets, entries: snippetEntries(ref, snippets ?? []) },
      { label: labels.buckets, entries: bucketEntries(ref, buckets?.buckets ?? []), isSearchOnly: true },
      { label: labels.databaseFunctions, entries: databaseFunctionEntries(ref, objects?.functions ?? []), isSearchOnly: true },
      { label: labels.columns, entries: columnEntries(ref, objects?.tables ?? []), isSearchOnly: true, isExact: true, most: 8 },
      {
        label: labels.policies,
        entries: mayWrite ? policyEntries(ref, objects?.tables ?? []) : [],
        isSearchOnly: true,
        isExact: true,
        most: 6,
      },
    ]
  }, [ref, mayWrite, mayMerge, tables, objects, buckets, snippets, branches, functions])
}
