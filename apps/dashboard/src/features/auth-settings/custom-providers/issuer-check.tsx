import { Button } from '@colonnade/ui'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { issuerCheckText } from './messages.ts'
import { useDiscoverIssuer } from './queries.ts'

export interface IssuerCheckProps {
  readonly projectRef: string
  readonly issuer: string
  readonly discoveryUrl: string
}

/** Looks an issuer up before it is saved, and shows what it says of itself. */
export function IssuerCheck({ projectRef, issuer, discoveryUrl }: IssuerCheckProps) {
  const { mutate, data, error, isPending, variables } = useDiscoverIssuer(projectRef)
  const asked = { issuer: issuer.trim(), discoveryUrl: discoveryUrl.trim() }
  // of another issuer than the one that is entered now
  const isOld = variables?.issuer !== asked.issuer || variables.discoveryUrl !== asked.discoveryUrl
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <Button size="sm" className="self-start" disabled={asked.issuer === ''} isPending={isPending} onClick={() => mutate(asked)}>
        {issuerCheckText.checkIssuer}
      </Button>
      <output className="text-xs">
        {!isOld && error !== null && (
          <span className="flex gap-2 text-danger">
            <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{messageOf(error)}</span>
          </span>
        )}
        {!isOld && data !== undefined && (
          <span className="flex gap-2">
            <CircleCheck aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent" />
            <span className="flex min-w-0 flex-col gap-0.5">
              {issuerCheckText.issuerFound}
              {[data.authorization_endpoint, data.token_endpoint, data.userinfo_endpoint, data.jwks_uri]
                .filter((url) => url !== undefined)
                .map((url) => (
                  <span key={url} className="font-mono wrap-anywhere text-faint">
                    {url}
                  </span>
                ))}
            </span>
          </span>
        )}
      </output>
    </div>
  )
}
