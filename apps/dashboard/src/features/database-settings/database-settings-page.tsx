import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useProject } from '../../scope/use-project.ts'
import { NetworksPanel } from './networks-panel.tsx'
import { PoolerPanel } from './pooler-panel.tsx'

export interface DatabaseSettingsPageProps {
  readonly projectRef: string
  /** The part about the database password. */
  readonly password: ReactNode
}

/** How a project's database is reached, and by whom. */
export function DatabaseSettingsPage({ projectRef, password }: DatabaseSettingsPageProps) {
  const project = useProject(projectRef)
  useTitle('Database settings', project.name)
  return (
    <Page title="Database" width="narrow" description={`How clients reach the database of ${project.name}, and from where.`}>
      {password}
      <PoolerPanel projectRef={projectRef} />
      <NetworksPanel key={projectRef} projectRef={projectRef} />
    </Page>
  )
}
