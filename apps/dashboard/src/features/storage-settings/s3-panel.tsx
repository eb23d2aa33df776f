import { Panel, PanelContent, PanelHeader, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { CopyableText } from '../../lib/code-text/code-text.tsx'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useApiUrl } from '../../scope/project-settings/use-api-url.ts'
import { s3Text } from './messages.ts'
import { accessKeysQuery } from './queries.ts'
import { s3Snippets } from './s3-snippets.ts'

/** Tools require a region, and storage accepts any. */
const region = 'local'

/** Shows how S3 tools connect to a project. */
export function S3Panel({ projectRef, isOn }: { readonly projectRef: string; readonly isOn: boolean }) {
  const url = useApiUrl(projectRef)
  const endpoint = `${url ?? ''}/storage/v1/s3`
  const mayUseKeys = useIsAllowed(projectRef)('project_storage:all')
  const root = useQuery({ ...accessKeysQuery(projectRef), enabled: mayUseKeys }).data?.endpoint ?? null
  const snippets = s3Snippets({ endpoint, root, region })
  const [shown, setShown] = useState(snippets[0]!.name)
  return (
    <Panel label={s3Text.title}>
      <PanelHeader title={s3Text.title} description={s3Text.description} />
      <PanelContent className="flex flex-col gap-4">
        {!isOn && <p className="text-sm text-warning">{s3Text.off}</p>}
        {url !== undefined && (
          <>
            <SecretValue label={s3Text.endpointLabel} caption={s3Text.endpoint} value={endpoint} />
            {root !== null && <SecretValue label={s3Text.rootLabel} caption={s3Text.root} value={root} />}
            <SecretValue label={s3Text.regionLabel} caption={s3Text.region} value={region} />
            <Tabs
              label={s3Text.snippets}
              value={shown}
              onValueChange={setShown}
              panelClassName="pt-3"
              tabs={snippets.map(({ name, language, code }) => ({
                value: name,
                label: name,
                content: <CopyableText text={code} language={language} label={s3Text.snippetOf(name)} />,
              }))}
            />
          </>
        )}
      </PanelContent>
    </Panel>
  )
}
