import {
  Blocks,
  ChartColumn,
  CloudCog,
  Cpu,
  CreditCard,
  Database,
  FileKey,
  FileOutput,
  FolderClosed,
  KeyRound,
  Lock,
  PackagePlus,
  Plug,
  Server,
  Settings,
  ShieldCheck,
} from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** Spec §2, project settings menu. */
export const settingsMenu: Menu = {
  whileComingUp: 'same',
  groups: [
    {
      heading: 'Project Settings',
      entries: [
        { label: 'General', icon: Settings, page: pages.settings.general },
        { label: 'Compute and Disk', icon: Cpu, page: pages.settings.compute, requires: { part: 'compute' } },
        { label: 'Infrastructure', icon: Server, page: pages.settings.infrastructure, whileComingUp: 'home' },
        { label: 'Integrations', icon: Blocks, page: pages.settings.integrations, requires: { part: 'integrationSettings' } },
        { label: 'API Keys', icon: KeyRound, page: pages.settings.apiKeys, badge: 'NEW', requires: { flag: 'new_api_keys' } },
        { label: 'JWT Keys', icon: FileKey, page: pages.settings.jwt },
        { label: 'Add Ons', icon: PackagePlus, page: pages.settings.addons },
        { label: 'Vault', icon: Lock, page: pages.project.vault, badge: 'Alpha', whileComingUp: 'home' },
      ],
    },
    {
      heading: 'Configuration',
      entries: [
        { label: 'Database', icon: Database, page: pages.settings.database },
        { label: 'Data API', icon: Plug, page: pages.settings.api },
        { label: 'Authentication', icon: ShieldCheck, page: pages.settings.auth, requires: { part: 'serviceSettings', feature: 'project_auth:all' } },
        { label: 'Storage', icon: FolderClosed, page: pages.settings.storage, requires: { part: 'serviceSettings', feature: 'project_storage:all' } },
        {
          label: 'Edge Functions',
          icon: CloudCog,
          page: pages.project.functionSecrets,
          requires: { part: 'serviceSettings', feature: 'project_edge_function:all' },
        },
        { label: 'Log Drains', icon: FileOutput, page: pages.settings.logDrains, requires: { part: 'logDrains' } },
      ],
    },
    {
      heading: 'Billing',
      entries: [
        { label: 'Subscription', icon: CreditCard, page: pages.organization.billing, requires: { permission: 'billing:manage' } },
        { label: 'Usage', icon: ChartColumn, page: pages.organization.projectUsage, requires: { feature: 'usage', permission: 'projects:read' } },
      ],
    },
  ],
}
