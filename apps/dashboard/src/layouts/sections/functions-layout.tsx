import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { functionsMenu } from '../../navigation/menus/functions-menu.ts'
import { useMenu } from '../../navigation/use-menu.ts'
import { organizationQuery } from '../../scope/queries.ts'
import { useProject } from '../../scope/use-project.ts'
import { SectionMenu } from './section-menu.tsx'

/** The pages about edge functions of a project, within those of the project. */
export function FunctionsLayout({ projectRef, children }: { readonly projectRef: string; readonly children: ReactNode }) {
  const project = useProject(projectRef)
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const groups = useMenu(functionsMenu, { organization, project })
  return (
    <div className="flex min-h-0 flex-1 flex-col md:flex-row">
      <SectionMenu label="Edge Functions" groups={groups} />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">{children}</div>
    </div>
  )
}
