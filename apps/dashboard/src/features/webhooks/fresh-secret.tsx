import type { WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { SecretValue } from '../../lib/secrets/secret-value.tsx'
import { copyNow, ShownOnce } from '../../lib/secrets/shown-once.tsx'

/** The secret of a new webhook, or its new secret. */
export function FreshSecret({ webhook: { url, secret }, onDone }: { readonly webhook: WebhookWithSecret; readonly onDone: () => void }) {
  return (
    <ShownOnce
      label="Secret of the webhook"
      title={`What is sent to ${new URL(url).host} is signed`}
      description={copyNow('the secret')}
      note={
        <>
          The headers are those of{' '}
          <a className="underline hover:text-fg" href="https://www.standardwebhooks.com/" target="_blank" rel="noreferrer">
            Standard Webhooks
          </a>
          , for which most languages have a library.
        </>
      }
      onDone={onDone}
    >
      <SecretValue label="secret" value={secret} />
    </ShownOnce>
  )
}
