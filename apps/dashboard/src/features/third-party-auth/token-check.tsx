import type { ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { Button, Field, Panel, PanelContent, PanelHeader, Textarea } from '@colonnade/ui'
import { useState } from 'react'
import { checkToken, type TokenCheck as Check } from './check-token.ts'
import { tokenCheckText } from './messages.ts'

/** Says of a pasted token which issuer and key it matches, or why it opens nothing. */
export function TokenCheck({ issuers }: { readonly issuers: readonly ThirdPartyAuth[] }) {
  const [text, setText] = useState('')
  const [check, setCheck] = useState<Check>()
  return (
    <Panel label={tokenCheckText.title}>
      <PanelHeader title={tokenCheckText.title} description={tokenCheckText.description} />
      <PanelContent>
        <form
          className="flex flex-col items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            void checkToken(text, issuers, Date.now()).then(setCheck, () => setCheck({ problem: tokenCheckText.unsupported }))
          }}
        >
          <Field label={tokenCheckText.token}>
            <Textarea
              isMono
              rows={4}
              value={text}
              spellCheck={false}
              autoComplete="off"
              onChange={(event) => {
                setText(event.target.value)
                setCheck(undefined)
              }}
            />
          </Field>
          <Button type="submit" disabled={text.trim() === ''}>
            {tokenCheckText.submit}
          </Button>
        </form>
        <output aria-label={tokenCheckText.result} className="mt-3 block text-sm">
          {check && 'problem' in check && <span className="text-danger">{check.problem}</span>}
          {check && 'role' in check && (
            <>
              <p>{tokenCheckText.valid(check.issuer.oidc_issuer_url, check.kid, check.role)}</p>
              <pre className="mt-2 overflow-x-auto font-mono text-xs text-soft">{JSON.stringify(check.claims, null, 2)}</pre>
            </>
          )}
        </output>
      </PanelContent>
    </Panel>
  )
}
