import type { Release } from '@colonnade/contracts/installation/installation'
import { Badge, CodeBlock } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { releasePanelText } from './messages.ts'
import { releasesQuery } from './queries.ts'
import { ReportPanel } from './report-panel.tsx'

/** Which version runs, which one is installed, and how to get a newer one. */
export function ReleasePanel() {
  const query = useQuery(releasesQuery)
  return (
    <ReportPanel
      title={releasePanelText.updates}
      description={releasePanelText.colonnadeDoesntCheckUpdates}
      query={query}
      aside={query.data?.is_restart_needed === true && <Badge tone="warning">{releasePanelText.restartNeeded}</Badge>}
    >
      {({ running, installed, folder, is_restart_needed: isRestartNeeded }) => (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-soft">{releasePanelText.running}</dt>
            <dd>
              <Name release={running} />
            </dd>
            <dt className="text-soft">{releasePanelText.installed}</dt>
            <dd>{installed === null ? releasePanelText.unknown : <Name release={installed} />}</dd>
            <dt className="text-soft">{releasePanelText.folder}</dt>
            <dd className="font-mono text-xs leading-5 wrap-anywhere">{folder}</dd>
          </dl>
          {isRestartNeeded ? (
            <p className="text-soft">{releasePanelText.installedVersionIsntRunning}</p>
          ) : (
            <p className="text-soft">{releasePanelText.updateBackUpData}</p>
          )}
          {!isRestartNeeded && running.revision !== null && <CodeBlock label={releasePanelText.howUpdate} code={releasePanelText.gitPullNpmStart} />}
        </>
      )}
    </ReportPanel>
  )
}

function Name({ release: { version, revision } }: { readonly release: Release }) {
  return (
    <span className="dotted">
      <span>{releasePanelText.colonnade(version)}</span>
      {revision !== null && (
        <span className="font-mono text-xs" title={revision}>
          {revision.slice(0, 12)}
        </span>
      )}
    </span>
  )
}
