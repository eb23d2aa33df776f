import { pages } from '../../../paths.ts'
import { accountMenu } from '../../menus/account-menu.ts'
import { authMenu } from '../../menus/auth-menu.ts'
import { databaseMenu } from '../../menus/database-menu.ts'
import { functionsMenu } from '../../menus/functions-menu.ts'
import { organizationMenu } from '../../menus/organization-menu.ts'
import { organizationSettingsMenu } from '../../menus/organization-settings-menu.ts'
import { projectMenu } from '../../menus/project-menu.ts'
import { realtimeMenu } from '../../menus/realtime-menu.ts'
import { settingsMenu } from '../../menus/settings-menu.ts'
import { storageMenu } from '../../menus/storage-menu.ts'
import { isMet, type Menu, type MenuScope, type Requirements, visible, type VisibleEntry } from '../../visible.ts'
import { messages } from '../messages.ts'
import type { Entry } from './entry.ts'
import { furtherAuthPages, furtherDatabasePages, furtherProjectPages, installationMenu } from './further-pages.ts'
import { pageParts } from './page-parts.ts'
import { synonyms } from './synonyms.ts'

/** A menu whose pages the command menu finds. */
interface Section {
  readonly menu: Menu
  /** Shows beside the names of its pages; null for the main menu. */
  readonly name: string | null
  /** What whoever sees the menu must hold. */
  readonly requires?: Requirements
  /** Pages that belong to a later section. */
  readonly except?: readonly string[]
}

const { sections: names } = messages

const database: Requirements = { permission: 'database:read' }
const auth: Requirements = { permission: 'project_auth:all' }

const projectSections: readonly Section[] = [
  { menu: projectMenu, name: null },
  { menu: furtherProjectPages, name: null },
  { menu: databaseMenu, name: names.database, requires: database },
  { menu: furtherDatabasePages, name: names.database, requires: database },
  { menu: authMenu, name: names.auth, requires: auth },
  { menu: furtherAuthPages, name: names.auth, requires: auth },
  { menu: storageMenu, name: names.storage, requires: { permission: 'project_storage:all' } },
  { menu: functionsMenu, name: names.functions, requires: { permission: 'project_edge_function:all', part: 'edgeFunctions' } },
  { menu: realtimeMenu, name: names.realtime, requires: { permission: 'realtime:all' } },
  { menu: settingsMenu, name: names.settings, requires: { part: 'projectSettings' }, except: [pages.organization.billing] },
]

const organizationSections: readonly Section[] = [
  { menu: organizationMenu, name: names.organization },
  { menu: organizationSettingsMenu, name: names.organizationSettings },
]

const accountSections: readonly Section[] = [{ menu: accountMenu, name: names.account }]

const installationSections: readonly Section[] = [{ menu: installationMenu, name: null }]

/** What decides about the menus of where one is; null where there is no such place. */
export interface PageScopes {
  readonly project: MenuScope | null
  readonly organization: MenuScope | null
  readonly account: MenuScope
  /** Null for everyone but owners of the installation. */
  readonly installation: MenuScope | null
}

/** Pages and what is on them, as the command menu finds them. */
export interface PageEntries {
  /** The main menu of where one is. */
  readonly main: readonly Entry[]
  /** All other pages. */
  readonly pages: readonly Entry[]
  /** Settings and tabs of them all. */
  readonly parts: readonly Entry[]
}

/** Every page that the person sees from here, under each name that a menu gives it, with its settings and tabs. */
export function pageEntries({ project, organization, account, installation }: PageScopes): PageEntries {
  const all = unique(
    [
      ...listed(projectSections, project),
      ...listed(organizationSections, organization),
      ...listed(accountSections, account),
      ...listed(installationSections, installation),
    ],
    ({ entry }) => `${entry.label} ${entry.to}`,
  )
  const first = project === null ? organizationMenu : projectMenu
  const [main, others] = [all.filter(({ section }) => section.menu === first), all.filter(({ section }) => section.menu !== first)]
  return {
    main: main.map(pageEntry),
    pages: others.map(pageEntry),
    // what stands in a section's menu says better where it is than the main menu does
    parts: unique([...others, ...main], ({ entry }) => entry.to).flatMap(partEntries),
  }
}

/** The first of each key. */
function unique<Item>(items: readonly Item[], keyOf: (item: Item) => string): readonly Item[] {
  const keys = new Set<string>()
  return items.filter((item) => !keys.has(keyOf(item)) && keys.add(keyOf(item)))
}

interface Listed {
  readonly section: Section
  readonly entry: VisibleEntry
}

/** Returns menu entries, without those that only open the Overview while the project is coming up. */
function listed(sections: readonly Section[], scope: MenuScope | null): readonly Listed[] {
  if (scope === null) return []
  return sections
    .filter(({ requires = {} }) => isMet(requires, scope))
    .flatMap((section) =>
      visible(section.menu, scope)
        .flatMap(({ entries }) => entries)
        .filter(({ page, isDeferred }) => !isDeferred && section.except?.includes(page) !== true)
        .map((entry) => ({ section, entry })),
    )
}

function pageEntry({ section, entry: { page, label, icon, to, chord } }: Listed): Entry {
  return {
    id: `page:${to}:${label}`,
    label,
    icon,
    synonyms: synonyms[page],
    does: { to },
    ...(section.name !== null && { hint: section.name }),
    ...(chord !== null && { keys: ['G', chord.toUpperCase()] }),
  }
}

function partEntries({ section, entry: { page, label, icon, to } }: Listed): readonly Entry[] {
  return (pageParts[page] ?? []).map((part) => ({
    id: `part:${to}:${part.label}`,
    label: part.label,
    icon,
    synonyms: part.synonyms,
    hint: section.name === null ? label : `${section.name} › ${label}`,
    does: { to: `${to}${part.at ?? ''}` },
  }))
}
