import { Field, Input, Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { CircleCheck, CircleX } from 'lucide-react'
import { useState } from 'react'
import type { Typed } from '../kit/definition.ts'
import { redirectTesterText } from './messages.ts'
import { judgeRedirect } from './verdict-text.ts'

/** Says whether a URL may be redirected to, by which rule, or why not: with what is entered, saved or not. */
export function RedirectTester({ typed }: { readonly typed: Typed }) {
  const [target, setTarget] = useState('')
  const verdict = target.trim() === '' ? null : judgeRedirect(String(typed['site_url']), String(typed['uri_allow_list']), target)
  return (
    <Panel label={redirectTesterText.testRedirect}>
      <PanelHeader title={redirectTesterText.testRedirect} description={redirectTesterText.usesValuesAboveEven} />
      <PanelContent className="flex flex-col gap-3">
        <Field label={redirectTesterText.urlRedirect}>
          <Input
            isMono
            type="url"
            autoComplete="off"
            spellCheck={false}
            placeholder="https://app.example.com/welcome"
            value={target}
            onChange={(event) => setTarget(event.target.value)}
          />
        </Field>
        <output className="flex min-w-0 items-start gap-2 empty:hidden">
          {verdict !== null && (
            <>
              {verdict.isAllowed ? (
                <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
              ) : (
                <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
              )}
              <span className="min-w-0 wrap-anywhere">
                {verdict.isAllowed ? '' : redirectTesterText.notAllowed}
                {verdict.text}
                {verdict.rule !== null && (
                  <>
                    {' '}
                    <code className="font-mono text-xs">{verdict.rule}</code>
                  </>
                )}
                {!verdict.isAllowed && <span className="block text-xs text-faint">{redirectTesterText.usersWouldGoSite}</span>}
              </span>
            </>
          )}
        </output>
      </PanelContent>
    </Panel>
  )
}
