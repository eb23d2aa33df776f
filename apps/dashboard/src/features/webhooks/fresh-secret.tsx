import type { WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { Button, CodeBlock, Panel, PanelContent, PanelFooter, PanelHeader } from '@colonnade/ui'
import { useEffect, useRef } from 'react'

/** The secret of a webhook, the only time that it is shown. */
export function FreshSecret({ webhook: { url, secret }, onDone }: { readonly webhook: WebhookWithSecret; readonly onDone: () => void }) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  return (
    <div ref={panel} tabIndex={-1} className="rounded-lg outline-none">
      <Panel label="Secret of the webhook" className="border-accent/40">
        <PanelHeader
          title={`What is sent to ${new URL(url).host} is signed`}
          description="Copy the secret now: it is not shown again, and nobody can look it up."
        />
        <PanelContent>
          <CodeBlock label="secret" code={secret} isWrapped />
        </PanelContent>
        <PanelFooter
          note={
            <>
              The headers are those of{' '}
              <a className="underline hover:text-fg" href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">
                Standard Webhooks
              </a>
              , for which most languages have a library.
            </>
          }
        >
          <Button onClick={onDone}>I have copied it</Button>
        </PanelFooter>
      </Panel>
    </div>
  )
}
