import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import {
  Archive,
  CloudCog,
  DatabaseBackup,
  FilePlus,
  FunctionSquare,
  GitBranch,
  KeyRound,
  ListOrdered,
  type LucideIcon,
  MessageSquare,
  Plus,
  Radio,
  Shapes,
  ShieldPlus,
  Table2,
  UserPlus,
  Users,
  Workflow,
  Zap,
} from 'lucide-react'
import { newKey } from '../../../lib/object-page/object-search.ts'
import type { Asked } from '../../../lib/asked/asked.ts'
import { addressOf, pages, paths } from '../../../paths.ts'
import { isAllowed, mayCreateOrganization } from '../../../scope/permissions.ts'
import { isMet, type MenuScope, type Requirements } from '../../visible.ts'
import { messages } from '../messages.ts'
import type { Entry } from './entry.ts'

const { actions } = messages

/** Something that a page does, as data. */
interface Action {
  readonly id: string
  readonly label: string
  readonly icon: LucideIcon
  readonly page: string
  readonly search?: Readonly<Record<string, string>>
  readonly asks?: Asked
  readonly synonyms?: string
  readonly requires: Requirements & { readonly permission: Permission }
  /** Works while the project is paused too. */
  readonly isAlways?: true
}

const write: Action['requires'] = { permission: 'database:write' }
const form = { open: newKey }

const projectActions: readonly Action[] = [
  {
    id: 'new-snippet',
    label: actions.newSnippet,
    icon: FilePlus,
    page: pages.project.sql,
    requires: { permission: 'database:read', feature: 'sql_editor' },
    synonyms: 'create query script',
  },
  {
    id: 'new-branch',
    label: actions.newBranch,
    icon: GitBranch,
    page: pages.project.branches,
    asks: 'new-branch',
    requires: { permission: 'preview_branches:create' },
    synonyms: 'create copy preview environment clone',
  },
  {
    id: 'back-up',
    label: actions.backUp,
    icon: DatabaseBackup,
    page: pages.database.backups,
    asks: 'back-up',
    requires: { permission: 'projects:operate', feature: 'backups' },
    synonyms: 'back up now new manual snapshot dump',
  },
  {
    id: 'new-edge-function',
    label: actions.newEdgeFunction,
    icon: CloudCog,
    page: pages.project.functions,
    search: form,
    requires: { permission: 'project_edge_function:all', part: 'edgeFunctions' },
    synonyms: 'create deploy',
    isAlways: true,
  },
  {
    id: 'new-bucket',
    label: actions.newBucket,
    icon: Archive,
    page: pages.project.buckets,
    search: form,
    requires: { permission: 'project_storage:all' },
    synonyms: 'create storage',
  },
  {
    id: 'new-user',
    label: actions.newUser,
    icon: UserPlus,
    page: pages.auth.users,
    search: form,
    requires: { permission: 'project_auth:all' },
    synonyms: 'create add account',
  },
  {
    id: 'new-database-function',
    label: actions.newDatabaseFunction,
    icon: FunctionSquare,
    page: pages.database.functions,
    search: form,
    requires: write,
    synonyms: 'create procedure rpc',
  },
  { id: 'new-index', label: actions.newIndex, icon: ListOrdered, page: pages.database.indexes, search: form, requires: write, synonyms: 'create' },
  { id: 'new-trigger', label: actions.newTrigger, icon: Zap, page: pages.database.triggers, search: form, requires: write, synonyms: 'create' },
  { id: 'new-type', label: actions.newType, icon: Shapes, page: pages.database.types, search: form, requires: write, synonyms: 'create enum' },
  {
    id: 'new-schema',
    label: actions.newSchema,
    icon: Workflow,
    page: pages.database.schemas,
    search: { act: 'new' },
    requires: write,
    synonyms: 'create',
  },
  {
    id: 'new-role',
    label: actions.newRole,
    icon: Users,
    page: pages.database.roles,
    search: { act: 'new' },
    requires: write,
    synonyms: 'create login',
  },
  {
    id: 'new-publication',
    label: actions.newPublication,
    icon: Radio,
    page: pages.database.publications,
    search: form,
    requires: write,
    synonyms: 'create replication',
  },
  {
    id: 'new-api-key',
    label: actions.newApiKey,
    icon: KeyRound,
    page: pages.settings.apiKeys,
    asks: 'new-api-key',
    requires: { permission: 'projects:update', part: 'projectSettings', flag: 'new_api_keys' },
    synonyms: 'create secret publishable',
    isAlways: true,
  },
]

/** The table of the page, if it is of one. */
export interface CurrentTable {
  readonly schema: string
  readonly id: number
}

/** What can be done in the project of the page. */
export function projectActionEntries(scope: MenuScope, ref: string, isActive: boolean, table: CurrentTable | null): readonly Entry[] {
  const mayWrite = isActive && isMet(write, scope)
  return [
    ...(mayWrite && isMet({ feature: 'table_editor' }, scope)
      ? [entry(`new-table:${ref}`, actions.newTable, Table2, { to: paths.project.newTable(ref, table?.schema ?? 'public') }, 'create add')]
      : []),
    ...(mayWrite
      ? [entry(`new-policy:${ref}`, actions.newPolicy, ShieldPlus, { to: newPolicyAddress(ref, table) }, 'create rls row-level security rule')]
      : []),
    ...projectActions
      .filter(({ requires, isAlways, page }) => (isActive || isAlways === true) && isMet(requires, scope) && scope.hasPage(page))
      .map(({ id, label, icon, page, search, asks, synonyms }) =>
        entry(`${id}:${ref}`, label, icon, { to: withSearch(addressOf(page, { ref }), search), asks }, synonyms),
      ),
  ]
}

/** The form of a policy on the table; without one, the tables to choose from. */
export function newPolicyAddress(ref: string, table: CurrentTable | null): string {
  return table === null ? addressOf(pages.database.policies, { ref }) : `${paths.project.policies(ref, table)}&act=new`
}

/** What can be done in an organization, and from everywhere. */
export function generalActionEntries(current: Organization | undefined, organizations: readonly Organization[]): readonly Entry[] {
  return [
    ...(current !== undefined && isAllowed(current, 'members:manage')
      ? [
          entry(
            `invite:${current.slug}`,
            actions.invite,
            UserPlus,
            { to: addressOf(pages.organization.team, { slug: current.slug }), asks: 'invite' },
            'add people person team',
          ),
        ]
      : []),
    entry('new-token', actions.newToken, KeyRound, { to: addressOf(pages.account.tokens, {}), asks: 'new-token' }, 'create personal pat'),
    ...creatable(current, organizations).map(({ slug, name }) =>
      entry(`new-project:${slug}`, actions.newProject(name), Plus, { to: paths.newProject(slug) }, 'create'),
    ),
    ...(mayCreateOrganization(organizations)
      ? [entry('new-organization', actions.newOrganization, Plus, { to: paths.newOrganization }, 'create')]
      : []),
    entry('feedback', actions.feedback, MessageSquare, { to: '.', asks: 'feedback' }, 'idea problem bug report'),
  ]
}

/** Where a project can be created: here, or anywhere when nowhere in particular. */
function creatable(current: Organization | undefined, organizations: readonly Organization[]): readonly Organization[] {
  return (current ? [current] : organizations).filter((organization) => isAllowed(organization, 'projects:create'))
}

function entry(id: string, label: string, icon: LucideIcon, does: Entry['does'], synonyms?: string): Entry {
  return { id, label, icon, does, synonyms }
}

function withSearch(address: string, search: Readonly<Record<string, string>> = {}): string {
  const text = new URLSearchParams(search).toString()
  return text === '' ? address : `${address}?${text}`
}
