import { missingBecause } from '@colonnade/contracts/foundation/capabilities'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Page } from '../../../lib/page.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { serverPageText } from './messages.ts'
import { ServerSetting } from './server-setting.tsx'

/** Database settings of a project on a server that Colonnade doesn't run. */
export function ServerPage({ project }: { readonly project: Project }) {
  useTitle(serverPageText.databaseSettings, project.name)
  return (
    <Page title={serverPageText.database} width="narrow" description={missingBecause.machine}>
      <ServerSetting project={project} />
    </Page>
  )
}
