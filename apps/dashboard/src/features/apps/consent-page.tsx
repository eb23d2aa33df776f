import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import type { AppRequest } from '@colonnade/contracts/organizations/apps'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { permissionWords } from '@colonnade/contracts/organizations/role-words'
import { isAppError } from '@colonnade/core'
import { Button, buttonClass, Field, Select, Skeleton } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { organizationsQuery, profileQuery } from '../../scope/queries.ts'
import { signOut } from '../../scope/sign-out.ts'
import { consentText } from './messages.ts'
import { useAnswerRequest } from './mutations.ts'
import { appRequestQuery } from './queries.ts'

/** Where an application sends people to decide whether it may act for them. */
export function ConsentPage({ request }: { readonly request: string }) {
  useTitle(consentText.pageTitle)
  const { data: asked, error, refetch } = useQuery({ ...appRequestQuery(request), enabled: request !== '' })
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  if (request === '') return <Impossible>{consentText.incomplete}</Impossible>
  if (error !== null) {
    return isAppError(error, 'app_request_invalid') ? (
      <Impossible>{error.message}</Impossible>
    ) : (
      <ErrorNotice error={error} onRetry={() => void refetch()} />
    )
  }
  if (asked === undefined) {
    return (
      <output aria-label={consentText.loading} className="flex flex-col gap-3">
        <Skeleton className="h-6 w-1/2" />
        <Skeleton className="w-full" />
      </output>
    )
  }
  const [first] = organizations
  if (first === undefined) return <Impossible>{consentText.noOrganization(asked.app.name)}</Impossible>
  return <Decision request={request} asked={asked} organizations={organizations} first={first} />
}

interface DecisionProps {
  readonly request: string
  readonly asked: AppRequest
  readonly organizations: readonly Organization[]
  readonly first: Organization
}

function Decision({ request, asked: { app, scopes, redirect_origin: backTo }, organizations, first }: DecisionProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const [slug, setSlug] = useState(first.slug)
  const answer = useAnswerRequest(request)
  const organization = organizations.find((each) => each.slug === slug) ?? first
  // stays pending until the browser leaves the page
  const isLeaving = answer.isPending || answer.isSuccess
  return (
    <div className="flex flex-col gap-5">
      <div>
        <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{consentText.title(app.name)}</h1>
        <p className="mt-1 wrap-anywhere text-soft">
          {consentText.publisher(app.organization_name)}
          <span className="text-fg">{profile.primary_email}</span>
          {consentText.publisherEnd}
        </p>
      </div>
      <Field label={consentText.organization} hint={consentText.organizationHint}>
        <Select value={slug} onValueChange={setSlug} options={organizations.map(({ slug: value, name: label }) => ({ value, label }))} />
      </Field>
      <div className="flex flex-col gap-2">
        <h2 className="text-sm font-medium">{consentText.wants}</h2>
        <ul aria-label={consentText.permissions} className="flex list-disc flex-col gap-1 pl-5 text-sm">
          {scopes.map((scope) => {
            const isMine = scope === 'organizations:create' || isAllowed(organization.permissions, scope)
            return (
              <li key={scope} className={isMine ? 'text-fg' : 'text-faint'}>
                {permissionWords[scope]}
                {!isMine && consentText.notHeld}
              </li>
            )
          })}
        </ul>
        <p className="text-xs text-faint">{consentText.limits}</p>
      </div>
      {answer.error !== null && <ErrorNotice error={answer.error} />}
      <div className="flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          isPending={isLeaving && answer.variables !== null}
          disabled={isLeaving}
          onClick={() => answer.mutate(slug)}
        >
          {consentText.authorize}
        </Button>
        <Button size="lg" isPending={isLeaving && answer.variables === null} disabled={isLeaving} onClick={() => answer.mutate(null)}>
          {consentText.decline}
        </Button>
        <p className="text-center text-xs wrap-anywhere text-faint">{consentText.backTo(backTo)}</p>
      </div>
      <Button variant="ghost" size="sm" className="self-center" onClick={() => signOut(() => window.location.reload())}>
        {consentText.otherAccount}
      </Button>
    </div>
  )
}

function Impossible({ children }: { readonly children: ReactNode }) {
  return (
    <div className="flex flex-col gap-4">
      <div>
        <h1 className="text-xl font-semibold tracking-tight">{consentText.impossible}</h1>
        <p className="mt-1 wrap-anywhere text-soft">{children}</p>
      </div>
      <Link to={paths.root} className={buttonClass({ size: 'lg' })}>
        {consentText.projects}
      </Link>
    </div>
  )
}
