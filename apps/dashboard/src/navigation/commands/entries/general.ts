import { BookOpen, Keyboard, LifeBuoy, List, LogOut, Palette, PanelLeft, UserRound } from 'lucide-react'
import { sidebarBehaviors } from '../../../lib/appearance/sidebar.ts'
import { themeChoices } from '../../../lib/appearance/theme.ts'
import { paths } from '../../../paths.ts'
import type { useChoose } from '../../../scope/preferences.ts'
import { signOut } from '../../../scope/sign-out.ts'
import { openShortcuts } from '../../overlay.ts'
import { messages } from '../messages.ts'
import type { Entry } from './entry.ts'

const { general, preferences } = messages

/** Pages that are the same everywhere. */
export const generalEntries = (ref: string | undefined): readonly Entry[] => [
  { id: 'projects', label: general.projects, icon: List, does: { to: paths.projects }, keys: ['G', 'P'] },
  { id: 'organizations', label: general.organizations, icon: List, does: { to: paths.organizations }, keys: ['G', 'O'] },
  {
    id: 'account',
    label: general.account,
    icon: UserRound,
    does: { to: paths.account },
    synonyms: 'settings profile theme name picture',
    keys: ['G', 'A'],
  },
  {
    id: 'support',
    label: general.support,
    icon: LifeBuoy,
    does: { to: paths.supportNew(ref === undefined ? {} : { ref }) },
    synonyms: 'help ticket bug',
  },
  { id: 'tickets', label: general.tickets, icon: LifeBuoy, does: { to: paths.supportTickets }, synonyms: 'help answers' },
  {
    id: 'api-reference',
    label: general.apiReference,
    icon: BookOpen,
    does: { run: () => window.open(paths.apiReference, '_blank', 'noreferrer') },
    synonyms: 'docs openapi management',
  },
]

/** Choices of the person that need no page. */
export const preferenceEntries = (choose: ReturnType<typeof useChoose>): readonly Entry[] => [
  ...themeChoices.map(({ value, label }) => ({
    id: `theme:${value}`,
    label: preferences.theme(label),
    icon: Palette,
    does: { run: () => choose({ theme: value }) },
    synonyms: 'appearance mode',
  })),
  ...sidebarBehaviors.map(({ value, label }) => ({
    id: `sidebar:${value}`,
    label: preferences.sidebar(label),
    icon: PanelLeft,
    does: { run: () => choose({ sidebar: value }) },
  })),
  { id: 'shortcuts', label: preferences.shortcuts, icon: Keyboard, does: { run: openShortcuts }, synonyms: 'keys help', keys: ['?'] },
  { id: 'sign-out', label: preferences.signOut, icon: LogOut, does: { run: () => signOut() }, synonyms: 'sign out' },
]
