import type { Release } from '@colonnade/contracts'
import { Badge, CodeBlock, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { releasesQuery } from './queries.ts'

/** Which version runs, which one is installed, and how to get a newer one. */
export function ReleasePanel() {
  const { data, error, refetch } = useQuery(releasesQuery)
  return (
    <Panel label="Updates">
      <PanelHeader
        title="Updates"
        description="Colonnade asks nobody on the network, so it does not know whether there is a newer one."
        aside={data?.is_restart_needed === true && <Badge tone="warning">Restart needed</Badge>}
      />
      <PanelContent className="flex flex-col gap-4">
        {data === undefined ? (
          error ? (
            <ErrorNotice error={error} onRetry={() => void refetch()} />
          ) : (
            <Loading />
          )
        ) : (
          <>
            <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
              <dt className="text-soft">Running</dt>
              <dd>
                <Name release={data.running} />
              </dd>
              <dt className="text-soft">Installed</dt>
              <dd>{data.installed === null ? 'Not readable' : <Name release={data.installed} />}</dd>
              <dt className="text-soft">Folder</dt>
              <dd className="font-mono text-xs leading-5 wrap-anywhere">{data.folder}</dd>
            </dl>
            {data.is_restart_needed ? (
              <p className="text-soft">What is installed is another one than what runs. Stop Colonnade and start it again to run it.</p>
            ) : (
              <p className="text-soft">
                To update, stop Colonnade where it runs, fetch the newer version into its folder, and start it. It brings its own database and those
                of projects up to date by itself. Make a copy of its data first.
              </p>
            )}
            {!data.is_restart_needed && data.running.revision !== null && <CodeBlock label="how to update" code={'git pull\nnpm start'} />}
          </>
        )}
      </PanelContent>
    </Panel>
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

function Loading() {
  return (
    <output aria-label="Loading versions" className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="w-1/3" />
    </output>
  )
}
