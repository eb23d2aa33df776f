import type { AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'

/** The credentials of an app that was registered just now, or has a new secret. */
export function FreshApp({ app: { id, name, client_secret: secret }, onDone }: { readonly app: AppWithSecret; readonly onDone: () => void }) {
  return (
    <ShownOnce
      label={`Credentials of ${name}`}
      title={`“${name}” is ready`}
      description={secret === null ? 'It is public: it needs its client ID only.' : copyNow('the secret')}
      note="Authorization code with PKCE (S256); tokens for an hour, with rotating refresh tokens."
      {...(secret === null && { doneLabel: 'Done' })}
      onDone={onDone}
    >
      <SecretValue label="client ID" caption="Client ID" value={id} />
      {secret !== null && <SecretValue label="client secret" caption="Client secret" value={secret} />}
      <SecretValue
        label="discovery address"
        caption="Libraries find everything else at"
        value={`${window.location.origin}/.well-known/oauth-authorization-server`}
      />
    </ShownOnce>
  )
}
