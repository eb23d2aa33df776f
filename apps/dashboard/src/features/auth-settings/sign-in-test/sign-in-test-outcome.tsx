import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'
import { Badge, CodeBlock, PanelContent } from '@colonnade/ui'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { CallbackUrl } from '../providers/callback-url.tsx'
import { failedAt, hintOf, testTexts, signInTestOutcomeText } from './messages.ts'

/** Codes for which the callback URL is worth a look. */
const redirectCodes = ['invalid_grant', 'redirect_uri_mismatch']

/** How a test sign-in went, and who the provider says it is. */
export function SignInTestOutcome({ projectRef, tested }: { readonly projectRef: string; readonly tested: SignInTest }) {
  const { failed_at: at, problem, detail, code, identity, received } = tested
  const hint = hintOf(code)
  const tokens = [
    received.access_token && 'access token',
    received.refresh_token && 'refresh token',
    received.id_token && signInTestOutcomeText.idToken,
  ].filter(Boolean)
  return (
    <>
      <PanelContent className="flex gap-2">
        {at === null ? (
          <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-accent" />
        ) : (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
        )}
        <div role={at === null ? 'status' : 'alert'} className="flex min-w-0 flex-col gap-1">
          <p className="font-medium">{at === null ? testTexts.success : testTexts.failed}</p>
          <p className="text-sm text-soft">{at === null ? testTexts.successText : failedAt[at]}</p>
          {hint !== undefined && <p className="text-sm">{hint}</p>}
        </div>
      </PanelContent>
      {at !== null && redirectCodes.includes(code ?? '') && <CallbackUrl projectRef={projectRef} />}
      {(problem !== null || code !== null || identity !== null) && (
        <PanelContent>
          <dl className="flex flex-col gap-3">
            {code !== null && <Line term={signInTestOutcomeText.errorCode}>{<span className="font-mono text-xs">{code}</span>}</Line>}
            {problem !== null && <Line term={signInTestOutcomeText.usersSee}>{problem}</Line>}
            {detail !== null && detail !== problem && <Line term="Cause">{detail}</Line>}
            {identity !== null && (
              <>
                <Line term={signInTestOutcomeText.userIDProvider}>
                  <span className="font-mono text-xs">{identity.subject}</span>
                </Line>
                <Line term={signInTestOutcomeText.emailAddresses}>
                  {identity.emails.length === 0
                    ? 'None'
                    : identity.emails.map(({ email, is_verified: isVerified }) => (
                        <span key={email} className="flex flex-wrap items-center gap-2">
                          {email}{' '}
                          <Badge tone={isVerified ? 'accent' : 'warning'}>{isVerified ? 'Verified' : signInTestOutcomeText.notVerified}</Badge>
                        </span>
                      ))}
                </Line>
                <Line term="Received">{tokens.join(', ') || signInTestOutcomeText.noTokens}</Line>
              </>
            )}
          </dl>
        </PanelContent>
      )}
      {identity !== null && (
        <PanelContent className="flex flex-col gap-1.5">
          <p className="text-xs text-soft">{signInTestOutcomeText.claims}</p>
          <CodeBlock label={signInTestOutcomeText.claims2} code={JSON.stringify(identity.claims, null, 2)} isWrapped />
        </PanelContent>
      )}
    </>
  )
}

function Line({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-0.5">
      <dt className="text-xs text-faint">{term}</dt>
      <dd className="min-w-0 text-sm wrap-anywhere">{children}</dd>
    </div>
  )
}
