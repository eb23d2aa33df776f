import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { settingsMenu } from '../../navigation/menus/settings-menu.ts'
import { useMenu } from '../../navigation/use-menu.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { useProject } from '../../scope/use-project.ts'
import { SectionMenu } from './section-menu.tsx'

/** The settings of a project, within its pages. */
export function SettingsLayout({ projectRef, children }: { readonly projectRef: string; readonly children: ReactNode }) {
  const project = useProject(projectRef)
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const groups = useMenu(settingsMenu, { organization, project })
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <SectionMenu label="Project settings" groups={groups} />
      <div className="min-h-0 min-w-0 flex-1">{children}</div>
    </div>
  )
}
