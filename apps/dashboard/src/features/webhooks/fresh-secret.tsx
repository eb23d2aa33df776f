import type { WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'
import { freshSecretText } from './messages.ts'

/** Shows the secret of a new webhook, or a rotated one. */
export function FreshSecret({ webhook: { url, secret }, onDone }: { readonly webhook: WebhookWithSecret; readonly onDone: () => void }) {
  return (
    <ShownOnce
      label={freshSecretText.label}
      title={freshSecretText.title(new URL(url).host)}
      description={copyNow(freshSecretText.subject)}
      note={
        <>
          {freshSecretText.noteBefore}
          <a className="underline hover:text-fg" href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">
            {freshSecretText.standardWebhooks}
          </a>
          {freshSecretText.noteAfter}
        </>
      }
      onDone={onDone}
    >
      <SecretValue label={freshSecretText.secret} value={secret} />
    </ShownOnce>
  )
}
