import type { AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'
import { freshAppText } from './messages.ts'

/** The credentials of an app that was registered just now, or has a new secret. */
export function FreshApp({ app: { id, name, client_secret: secret }, onDone }: { readonly app: AppWithSecret; readonly onDone: () => void }) {
  return (
    <ShownOnce
      label={freshAppText.label(name)}
      title={freshAppText.title(name)}
      description={secret === null ? freshAppText.public : copyNow(freshAppText.subject)}
      note={freshAppText.note}
      {...(secret === null && { doneLabel: freshAppText.done })}
      onDone={onDone}
    >
      <SecretValue label={freshAppText.copyClientId} caption={freshAppText.clientId} value={id} />
      {secret !== null && <SecretValue label={freshAppText.copySecret} caption={freshAppText.secret} value={secret} />}
      <SecretValue
        label={freshAppText.copyDiscovery}
        caption={freshAppText.discovery}
        value={`${window.location.origin}/.well-known/oauth-authorization-server`}
      />
    </ShownOnce>
  )
}
