import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { organizationSettingsMenu } from '../../navigation/menus/organization-settings-menu.ts'
import { useMenu } from '../../navigation/use-menu.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { SectionMenu } from './section-menu.tsx'

/** The settings of an organization, within its pages. */
export function OrganizationSettingsLayout({ slug, children }: { readonly slug: string; readonly children: ReactNode }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const groups = useMenu(organizationSettingsMenu, { organization })
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <SectionMenu label="Organization settings" groups={groups} />
      <div className="min-h-0 min-w-0 flex-1">{children}</div>
    </div>
  )
}
