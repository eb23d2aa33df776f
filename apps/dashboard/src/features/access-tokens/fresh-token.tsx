import type { AccessToken } from '@colonnade/contracts/people/access-tokens'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'
import { paths } from '../../paths.ts'

export interface FreshTokenProps {
  readonly made: AccessToken & { readonly token: string }
  readonly onDone: () => void
}

/** A token that was made just now, with an example of its use. */
export function FreshToken({ made: { name, token }, onDone }: FreshTokenProps) {
  return (
    <ShownOnce
      label={`The new token ${name}`}
      title={`“${name}” is ready`}
      description={copyNow('it')}
      note={
        <>
          All calls are in the{' '}
          <a className="underline hover:text-fg" href={paths.apiReference} target="_blank" rel="noreferrer">
            API reference
          </a>
          .
        </>
      }
      onDone={onDone}
    >
      <SecretValue label="access token" value={token} />
      <SecretValue
        label="example call"
        caption="For example, your projects:"
        value={`curl -H 'Authorization: Bearer ${token}' \\\n  ${window.location.origin}/platform/projects`}
        isWrapped={false}
      />
    </ShownOnce>
  )
}
