import { type AuthLimit, authLimits, fixedLimitNames, fixedLimits } from '@colonnade/contracts/auth/auth-limits'
import { Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { useProject } from '../../../scope/use-project.ts'
import { AuthPage } from '../kit/auth-page.tsx'
import { PageForm } from '../kit/settings-page.tsx'
import { rateLimitsPage } from '../pages/protection-pages.ts'
import { LimitMeter } from './limit-meter.tsx'
import { fixedNames, fixedTexts, usageTexts } from './messages.ts'
import { limitUsageQuery } from './queries.ts'

const usagePollMs = 5_000

const isLimit = (name: string): name is AuthLimit => (authLimits as readonly string[]).includes(name)

/** The limits of a project's auth service, each with how much of it is used. */
export function RateLimitsPage({ projectRef }: { readonly projectRef: string }) {
  const isVisible = useIsVisible()
  const { sleep } = useProject(projectRef)
  const { data, error, refetch } = useQuery({ ...limitUsageQuery(projectRef), refetchInterval: isVisible && usagePollMs })
  const meterOf = (limit: AuthLimit) =>
    data === undefined && error !== null ? null : <LimitMeter usage={data?.items.find((each) => each.limit === limit)} />
  return (
    <AuthPage projectRef={projectRef} title={rateLimitsPage.title} description={rateLimitsPage.description}>
      {(overview) => (
        <>
          {error !== null && <ErrorNotice error={error} subject={usageTexts.failed} onRetry={() => void refetch()} />}
          {sleep === 'asleep' && <p className="text-soft">{usageTexts.asleep}</p>}
          <PageForm key={projectRef} {...{ projectRef, overview }} page={rateLimitsPage} aside={(name) => (isLimit(name) ? meterOf(name) : null)} />
          <FixedLimits meterOf={meterOf} />
        </>
      )}
    </AuthPage>
  )
}

function FixedLimits({ meterOf }: { readonly meterOf: (limit: AuthLimit) => ReactNode }) {
  return (
    <Panel label={fixedTexts.title}>
      <PanelHeader title={fixedTexts.title} description={fixedTexts.description} />
      <PanelContent>
        <ul className="flex flex-col gap-5">
          {fixedLimitNames.map((limit) => (
            <li key={limit} className="flex flex-col gap-1">
              <p className="flex flex-wrap justify-between gap-x-3">
                <span className="font-medium">{fixedNames[limit]}</span>
                <span className="text-soft">{fixedTexts.rate(fixedLimits[limit].calls, fixedLimits[limit].seconds)}</span>
              </p>
              {meterOf(limit)}
            </li>
          ))}
        </ul>
      </PanelContent>
    </Panel>
  )
}
