import type { AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { Button, CodeBlock, Panel, PanelContent, PanelFooter, PanelHeader } from '@colonnade/ui'
import { useEffect, useRef } from 'react'

/** An application that has just been registered, or has a new secret: the only time that it is shown. */
export function FreshApp({ app: { id, name, client_secret: secret }, onDone }: { readonly app: AppWithSecret; readonly onDone: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const description =
    secret === null ? 'It is public: it needs its client ID only.' : 'Copy the secret now: it is not shown again, and nobody can look it up.'
  return (
    <div ref={panel} tabIndex={-1} className="rounded-lg outline-none">
      <Panel label={`Credentials of ${name}`} className="border-accent/40">
        <PanelHeader title={`“${name}” is ready`} description={description} />
        <PanelContent className="flex flex-col gap-4">
          <div className="flex flex-col gap-1.5">
            <p className="text-xs text-soft">Client ID</p>
            <CodeBlock label="client ID" code={id} isWrapped />
          </div>
          {secret !== null && (
            <div className="flex flex-col gap-1.5">
              <p className="text-xs text-soft">Client secret</p>
              <CodeBlock label="client secret" code={secret} isWrapped />
            </div>
          )}
          <div className="flex flex-col gap-1.5">
            <p className="text-xs text-soft">Libraries find everything else at</p>
            <CodeBlock label="discovery address" code={`${window.location.origin}/.well-known/oauth-authorization-server`} isWrapped />
          </div>
        </PanelContent>
        <PanelFooter note="Authorization code with PKCE (S256); tokens for an hour, with rotating refresh tokens.">
          <Button onClick={onDone}>{secret === null ? 'Done' : 'I have copied it'}</Button>
        </PanelFooter>
      </Panel>
    </div>
  )
}
