import { Radio, Settings, ShieldCheck } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

/** The realtime sections. */
export const realtimeMenu: Menu = {
  whileComingUp: 'home',
  groups: [
    {
      heading: 'Manage',
      entries: [{ label: 'Inspector', icon: Radio, page: pages.project.realtime, requires: { permission: 'realtime:all' } }],
    },
    {
      heading: 'Configuration',
      entries: [
        { label: 'Policies', icon: ShieldCheck, page: pages.project.realtimePolicies, requires: { permission: 'database:read' } },
        { label: 'Settings', icon: Settings, page: pages.project.realtimeSettings },
      ],
    },
  ],
}
