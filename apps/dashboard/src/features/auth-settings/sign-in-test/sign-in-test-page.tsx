import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'
import { Button, Panel, PanelContent, PanelHeader, Spinner } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { Page } from '../../../lib/page.tsx'
import { whoMay } from '../../../lib/texts/who-may.ts'
import { useTitle } from '../../../lib/use-title.ts'
import { addressOf, pages } from '../../../paths.ts'
import { dataApi } from '../../../scope/data-client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { CallbackUrl } from '../providers/callback-url.tsx'
import { testTexts, signInTestPageText } from './messages.ts'
import { SignInTestOutcome } from './sign-in-test-outcome.tsx'

export interface SignInTestPageProps {
  readonly projectRef: string
  /** The one to begin with; what a provider brings back is behind `#`. */
  readonly provider: string | undefined
}

const readHash = (): Record<string, string> => Object.fromEntries(new URLSearchParams(location.hash.slice(1)))

/** A sign-in with a provider, in a tab of its own: its beginning, and its outcome once the provider sends the member back. */
export function SignInTestPage({ projectRef, provider }: SignInTestPageProps) {
  useTitle(testTexts.title)
  const mayTest = useIsAllowed(projectRef)('project_auth:all')
  const [brought] = useState(readHash)
  const isBack = brought['state'] !== undefined
  const begin = useMutation({
    mutationFn: (name: string) => dataApi.signInTests.begin({ params: { ref: projectRef }, body: { provider: name } }),
    onSuccess: ({ url }) => location.assign(url),
  })
  const finish = useMutation({ mutationFn: () => dataApi.signInTests.finish({ params: { ref: projectRef }, body: { parameters: brought } }) })
  const isBegun = useRef(false)
  const { mutate } = finish
  useEffect(() => {
    // a test is finished once, and its code should not stay in the history
    if (!isBack || isBegun.current) return
    isBegun.current = true
    history.replaceState(history.state, '', location.pathname)
    mutate()
  }, [isBack, mutate])
  const tested: SignInTest | undefined = finish.data
  const name = tested?.provider ?? provider
  const content = () => {
    if (!mayTest) return <PanelContent>{whoMay('project_auth:all', signInTestPageText.testSignIns)}</PanelContent>
    if (tested !== undefined) return <SignInTestOutcome projectRef={projectRef} tested={tested} />
    if (finish.error !== null) {
      return (
        <PanelContent>
          <ErrorNotice error={finish.error} subject={testTexts.failedSubject} />
        </PanelContent>
      )
    }
    if (isBack) {
      return (
        <PanelContent className="flex items-center gap-2">
          <Spinner />
          <output>{testTexts.finishing}</output>
        </PanelContent>
      )
    }
    if (provider === undefined) return <PanelContent>{testTexts.noProvider}</PanelContent>
    return (
      <>
        <PanelContent className="flex flex-col items-start gap-3">
          <Button variant="primary" isPending={begin.isPending || begin.isSuccess} onClick={() => begin.mutate(provider)}>
            {testTexts.start}
          </Button>
          {begin.error !== null && <ErrorNotice error={begin.error} subject={testTexts.failedSubject} />}
          <p className="text-xs text-faint">{testTexts.redirect}</p>
        </PanelContent>
        <CallbackUrl projectRef={projectRef} />
      </>
    )
  }
  return (
    <Page width="narrow" title={testTexts.title} description={testTexts.description}>
      <Panel label={testTexts.title}>
        {name !== undefined && <PanelHeader title={name} />}
        {content()}
      </Panel>
      <p className="flex flex-wrap gap-4 text-sm">
        {tested !== undefined && (
          <a className="text-accent hover:underline" href={testAddress(projectRef, tested.provider)}>
            {testTexts.again}
          </a>
        )}
        <AppLink className="text-accent hover:underline" href={addressOf(pages.auth.providers, { ref: projectRef })}>
          {testTexts.back}
        </AppLink>
      </p>
    </Page>
  )
}

/** Where the test of a provider begins. */
export const testAddress = (ref: string, provider: string): string =>
  `${addressOf(pages.auth.signInTest, { ref })}?provider=${encodeURIComponent(provider)}`
