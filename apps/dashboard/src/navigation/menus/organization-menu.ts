import { Blocks, Boxes, ChartColumn, CreditCard, Settings, Users } from 'lucide-react'
import { pages } from '../../paths.ts'
import type { Menu } from '../visible.ts'

const { organization } = pages

/** Spec §2, organization routes. */
export const organizationMenu: Menu = {
  whileComingUp: 'same',
  groups: [
    {
      heading: null,
      entries: [
        { label: 'Projects', icon: Boxes, page: organization.projects, isExact: true, chord: 'h' },
        { label: 'Team', icon: Users, page: organization.team, chord: 'm' },
        {
          label: 'Integrations',
          icon: Blocks,
          page: organization.integrations,
          requires: { feature: 'integrations', permission: 'organization:update' },
          chord: 'i',
        },
        { label: 'Usage', icon: ChartColumn, page: organization.usage, requires: { feature: 'usage' }, chord: 'u' },
        { label: 'Billing', icon: CreditCard, page: organization.billing, requires: { permission: 'billing:manage' }, chord: 'b' },
        {
          label: 'Organization settings',
          icon: Settings,
          page: organization.general,
          alsoActiveOn: [organization.apps, organization.audit, organization.documents],
          chord: ',',
        },
      ],
    },
  ],
}
