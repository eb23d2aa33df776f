import { AppWindow, FileText, ScrollText, Settings } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

const { organization } = pages

/** Spec §2: the pages on which an organization's settings are active. */
export const organizationSettingsMenu: Menu = {
  whileComingUp: 'same',
  groups: [
    {
      heading: 'Organization settings',
      entries: [
        { label: 'General', icon: Settings, page: organization.general },
        { label: 'OAuth apps', icon: AppWindow, page: organization.apps },
        { label: 'Audit log', icon: ScrollText, page: organization.audit, requires: { permission: 'audit:read' } },
        { label: 'Documents', icon: FileText, page: organization.documents },
      ],
    },
  ],
}
