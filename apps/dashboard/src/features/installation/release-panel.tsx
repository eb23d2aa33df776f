import type { Release } from '@colonnade/contracts/installation/installation'
import { Badge, CodeBlock } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { releasesQuery } from './queries.ts'
import { ReportPanel } from './report-panel.tsx'

/** Which version runs, which one is installed, and how to get a newer one. */
export function ReleasePanel() {
  const query = useQuery(releasesQuery)
  return (
    <ReportPanel
      title="Updates"
      description="Colonnade asks nobody on the network, so it does not know whether there is a newer one."
      query={query}
      aside={query.data?.is_restart_needed === true && <Badge tone="warning">Restart needed</Badge>}
    >
      {({ running, installed, folder, is_restart_needed: isRestartNeeded }) => (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt className="text-soft">Running</dt>
            <dd>
              <Name release={running} />
            </dd>
            <dt className="text-soft">Installed</dt>
            <dd>{installed === null ? 'Not readable' : <Name release={installed} />}</dd>
            <dt className="text-soft">Folder</dt>
            <dd className="font-mono text-xs leading-5 wrap-anywhere">{folder}</dd>
          </dl>
          {isRestartNeeded ? (
            <p className="text-soft">What is installed is another one than what runs. Stop Colonnade and start it again to run it.</p>
          ) : (
            <p className="text-soft">
              To update, stop Colonnade where it runs, fetch the newer version into its folder, and start it. It brings its own database and those of
              projects up to date by itself. Make a copy of its data first.
            </p>
          )}
          {!isRestartNeeded && running.revision !== null && <CodeBlock label="how to update" code={'git pull\nnpm start'} />}
        </>
      )}
    </ReportPanel>
  )
}

function Name({ release: { version, revision } }: { readonly release: Release }) {
  return (
    <span className="dotted">
      <span>Colonnade {version}</span>
      {revision !== null && (
        <span className="font-mono text-xs" title={revision}>
          {revision.slice(0, 12)}
        </span>
      )}
    </span>
  )
}
