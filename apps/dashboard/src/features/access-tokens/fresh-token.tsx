import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'
import { paths } from '../../paths.ts'
import { freshTokenText } from './messages.ts'

export interface FreshTokenProps {
  readonly made: AccessToken & { readonly token: string }
  readonly onDone: () => void
}

/** Shows a token that was just created, with an example call. */
export function FreshToken({ made: { name, token }, onDone }: FreshTokenProps) {
  return (
    <ShownOnce
      label={freshTokenText.label(name)}
      title={freshTokenText.title(name)}
      description={copyNow(freshTokenText.subject)}
      note={
        <>
          {freshTokenText.reference}
          <a className="underline hover:text-fg" href={paths.apiReference} target="_blank" rel="noreferrer">
            {freshTokenText.apiReference}
          </a>
          .
        </>
      }
      onDone={onDone}
    >
      <SecretValue label={freshTokenText.accessToken} value={token} />
      <SecretValue
        label={freshTokenText.exampleCall}
        caption={freshTokenText.example}
        value={`curl -H 'Authorization: Bearer ${token}' \\\n  ${window.location.origin}/platform/projects`}
        isWrapped={false}
      />
    </ShownOnce>
  )
}
