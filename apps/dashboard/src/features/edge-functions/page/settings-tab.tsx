import type { EdgeFunction } from '@colonnade/contracts/functions/edge-functions'
import { Panel, PanelHeader, RelativeTime } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { settingsText } from '../messages.ts'

/** How a function is set up. */
export function SettingsTab({ edgeFunction }: { readonly edgeFunction: EdgeFunction }) {
  const { slug, name, version, verify_jwt, entrypoint_path, import_map_path, created_at, updated_at } = edgeFunction
  return (
    <div className="mx-auto flex max-w-4xl flex-col gap-6 px-4 py-6 md:px-8">
      <Panel>
        <PanelHeader title={settingsText.details} />
        <dl className="ruled">
          <Detail label="Slug">
            <span className="font-mono text-xs">{slug}</span>
          </Detail>
          <Detail label="Name">{name}</Detail>
          <Detail label="Callers">{verify_jwt ? settingsText.verified : settingsText.unverified}</Detail>
          <Detail label="Version">{version}</Detail>
          <Detail label="Entry point">
            <span className="font-mono text-xs">{entrypoint_path}</span>
          </Detail>
          {import_map_path !== null && (
            <Detail label="Deno configuration">
              <span className="font-mono text-xs">{import_map_path}</span>
            </Detail>
          )}
          <Detail label="Created">
            <RelativeTime value={new Date(created_at).toISOString()} />
          </Detail>
          <Detail label="Last deploy">
            <RelativeTime value={new Date(updated_at).toISOString()} />
          </Detail>
        </dl>
      </Panel>
    </div>
  )
}

function Detail({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 px-4 py-2">
      <dt className="w-40 text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
