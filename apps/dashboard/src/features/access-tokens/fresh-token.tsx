import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { Button, CodeBlock, Panel, PanelContent, PanelFooter, PanelHeader } from '@colonnade/ui'
import { useEffect, useRef } from 'react'
import { paths } from '../../paths.ts'

export interface FreshTokenProps {
  readonly made: AccessToken & { readonly token: string }
  readonly onDone: () => void
}

/** A token that was made just now: the only time that it is shown. */
export function FreshToken({ made: { name, token }, onDone }: FreshTokenProps) {
  const panel = useRef<HTMLDivElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const { origin } = window.location
  return (
    <div ref={panel} tabIndex={-1} className="rounded-lg outline-none">
      <Panel label={`The new token ${name}`} className="border-accent/40">
        <PanelHeader title={`“${name}” is ready`} description="Copy it now: it is not shown again, and nobody can look it up." />
        <PanelContent className="flex flex-col gap-4">
          <CodeBlock label="access token" code={token} isWrapped />
          <div className="flex flex-col gap-1.5">
            <p className="text-xs text-soft">For example, your projects:</p>
            <CodeBlock label="example call" code={`curl -H 'Authorization: Bearer ${token}' \\\n  ${origin}/platform/projects`} />
          </div>
        </PanelContent>
        <PanelFooter
          note={
            <>
              All calls are in the{' '}
              <a className="underline hover:text-fg" href={paths.apiReference} target="_blank" rel="noreferrer">
                API reference
              </a>
              .
            </>
          }
        >
          <Button onClick={onDone}>I have copied it</Button>
        </PanelFooter>
      </Panel>
    </div>
  )
}
