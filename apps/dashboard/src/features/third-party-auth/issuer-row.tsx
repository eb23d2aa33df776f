import type { ThirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { Badge, Button, RelativeTime } from '@colonnade/ui'
import { labelOfType } from './issuer-kinds.ts'
import { issuerRowText } from './messages.ts'

export interface IssuerRowProps {
  readonly issuer: ThirdPartyAuth
  readonly mayDelete: boolean
  readonly onDelete: () => void
}

/** One issuer, and the keys that were found of it. */
export function IssuerRow({ issuer, mayDelete, onDelete }: IssuerRowProps) {
  const { type, oidc_issuer_url: url, resolved_jwks: jwks, resolved_at, problem, custom_jwks } = issuer
  const keys = (jwks['keys'] as readonly { readonly kid: string; readonly alg: string }[] | undefined) ?? []
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Badge>{labelOfType(type)}</Badge>
          <span className="min-w-0 text-sm wrap-anywhere">{url}</span>
        </p>
        <p className="mt-1 dotted text-xs text-faint">
          <span>{issuerRowText.keyCount(keys.length)}</span>
          {custom_jwks === null ? (
            <span>
              {issuerRowText.found}
              <RelativeTime value={resolved_at} />
            </span>
          ) : (
            <span>{issuerRowText.manualKeys}</span>
          )}
        </p>
        <ul aria-label={issuerRowText.keysOf(url)} className="mt-1 flex flex-col gap-0.5">
          {keys.map(({ kid, alg }) => (
            <li key={kid} className="font-mono text-xs wrap-anywhere text-soft">
              {alg} {kid}
            </li>
          ))}
        </ul>
        {problem !== null && <p className="mt-1 text-xs text-warning">{issuerRowText.keysFailed(problem)}</p>}
      </div>
      {mayDelete && (
        <Button size="sm" aria-label={issuerRowText.deleteIssuer(url)} onClick={onDelete}>
          {issuerRowText.delete}
        </Button>
      )}
    </li>
  )
}
