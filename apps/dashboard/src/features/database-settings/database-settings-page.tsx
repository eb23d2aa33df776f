import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useProject } from '../../scope/use-project.ts'
import { LimitsPanel } from './limits-panel.tsx'
import { databaseSettingsPageText } from './messages.ts'
import { NetworksPanel } from './networks-panel.tsx'
import { PoolerPanel } from './pooler-panel.tsx'
import { TimeoutsPanel } from './timeouts-panel.tsx'
import { TlsPanel } from './tls-panel.tsx'

export interface DatabaseSettingsPageProps {
  readonly projectRef: string
  /** The part about the database password. */
  readonly password: ReactNode
}

/** How a project's database is reached, and by whom. */
export function DatabaseSettingsPage({ projectRef, password }: DatabaseSettingsPageProps) {
  const project = useProject(projectRef)
  useTitle(databaseSettingsPageText.databaseSettings, project.name)
  return (
    <Page title={databaseSettingsPageText.database} width="narrow" description={databaseSettingsPageText.connectionsDatabase(project.name)}>
      {password}
      <PoolerPanel projectRef={projectRef} />
      <TlsPanel projectRef={projectRef} />
      <NetworksPanel key={projectRef} projectRef={projectRef} />
      <LimitsPanel projectRef={projectRef} />
      <TimeoutsPanel key={`${projectRef} timeouts`} projectRef={projectRef} />
    </Page>
  )
}
