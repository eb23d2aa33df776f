import {
  Gauge,
  Globe,
  KeyRound,
  Link,
  Mail,
  MessageSquareText,
  ShieldAlert,
  ShieldCheck,
  SlidersHorizontal,
  Smartphone,
  Timer,
  Users,
  Webhook,
} from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu, MenuEntry } from '../visible.ts'

const { auth } = pages

const requires: MenuEntry['requires'] = { permission: 'project_auth:all' }

/** Spec §2, the authentication sections. */
export const authMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: 'Manage',
      entries: [{ label: 'Users', icon: Users, page: auth.users, requires }],
    },
    {
      heading: 'Configuration',
      entries: [
        { label: 'Policies', icon: ShieldCheck, page: pages.database.policies, requires: { permission: 'database:read' } },
        { label: 'Sign In / Providers', icon: KeyRound, page: auth.providers, requires },
        { label: 'Third Party', icon: Globe, page: auth.thirdParty, requires },
        { label: 'Sessions', icon: Timer, page: auth.sessions, requires },
        { label: 'Rate Limits', icon: Gauge, page: auth.rateLimits, requires },
        { label: 'Email Templates', icon: MessageSquareText, page: auth.templates, requires },
        { label: 'SMTP', icon: Mail, page: auth.smtp, requires },
        { label: 'Multi-Factor', icon: Smartphone, page: auth.mfa, requires },
        { label: 'URL Configuration', icon: Link, page: auth.urlConfiguration, requires },
        { label: 'Attack Protection', icon: ShieldAlert, page: auth.protection, requires },
        { label: 'Hooks', icon: Webhook, page: auth.hooks, badge: 'BETA', requires },
        { label: 'Advanced', icon: SlidersHorizontal, page: auth.advanced, requires },
      ],
    },
  ],
}
