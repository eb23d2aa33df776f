import { Archive, Settings, ShieldCheck } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** The storage sections; its settings are those of the project. */
export const storageMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: 'Manage',
      entries: [{ label: 'Buckets', icon: Archive, page: pages.project.buckets }],
    },
    {
      heading: 'Configuration',
      entries: [
        { label: 'Policies', icon: ShieldCheck, page: pages.project.storagePolicies, requires: { permission: 'database:read' } },
        { label: 'Settings', icon: Settings, page: pages.settings.storage },
      ],
    },
  ],
}
