import { type Webhook, type WebhookKind, webhookKinds, WebhookUrl, type WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { isAppError } from '@colonnade/core'
import { Checkbox, Dialog, Field, Input, toast } from '@colonnade/ui'
import { useRef, useState } from 'react'
import { DialogForm } from '../../lib/forms/dialog-form.tsx'
import { kindWords } from './kind-words.ts'
import { dialogText } from './messages.ts'
import { useCreateWebhook, useUpdateWebhook } from './mutations.ts'

export interface WebhookDialogProps {
  readonly slug: string
  /** Null for a new webhook. */
  readonly webhook: Webhook | null
  readonly onClose: () => void
  readonly onMade?: (webhook: WebhookWithSecret) => void
}

/** Creates a webhook, or edits its URL and events. */
export function WebhookDialog(props: WebhookDialogProps) {
  const url = useRef<HTMLInputElement>(null)
  return (
    <Dialog
      isOpen
      onOpenChange={props.onClose}
      title={props.webhook === null ? dialogText.newWebhook : dialogText.editWebhook}
      initialFocus={url}
      className="w-[34rem]"
    >
      <WebhookForm {...props} urlRef={url} />
    </Dialog>
  )
}

const firstKinds: readonly WebhookKind[] = ['project', 'health', 'backup', 'invitation', 'member']

function WebhookForm({ slug, webhook, onClose, onMade, urlRef }: WebhookDialogProps & { readonly urlRef: React.RefObject<HTMLInputElement | null> }) {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [kinds, setKinds] = useState<readonly WebhookKind[]>(webhook?.kinds ?? firstKinds)
  const [problem, setProblem] = useState<string>()
  const create = useCreateWebhook(slug)
  const update = useUpdateWebhook(slug, webhook?.id ?? '')
  const { error, isPending } = webhook === null ? create : update
  const refused = isAppError(error, 'webhook_address_refused') ? error.message : undefined

  const submit = () => {
    const read = WebhookUrl.safeParse(url)
    setProblem(read.error?.issues[0]?.message)
    if (!read.success) return urlRef.current?.focus()
    const fields = { url: read.data, kinds: [...kinds] }
    if (webhook === null) {
      create.mutate(fields, {
        onSuccess: (made) => {
          onMade?.(made)
          onClose()
        },
      })
    } else {
      update.mutate(fields, {
        onSuccess: () => {
          toast.success(dialogText.saved)
          onClose()
        },
      })
    }
  }

  return (
    <DialogForm
      onSubmit={submit}
      submitLabel={webhook === null ? dialogText.create : dialogText.save}
      isPending={isPending}
      isDisabled={kinds.length === 0}
      error={refused === undefined ? error : null}
    >
      <Field label={dialogText.url} hint={dialogText.urlHint} error={problem ?? refused}>
        <Input
          ref={urlRef}
          isMono
          type="url"
          value={url}
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/hooks/colonnade"
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <fieldset className="flex min-w-0 flex-col gap-2">
        <legend className="mb-1.5 text-sm font-medium">{dialogText.events}</legend>
        {webhookKinds.map((kind) => (
          <Checkbox
            key={kind}
            isChecked={kinds.includes(kind)}
            onCheckedChange={(isChecked) => setKinds(isChecked ? [...kinds, kind] : kinds.filter((each) => each !== kind))}
            className="items-start [&>:first-child]:mt-0.5"
            label={
              <span className="min-w-0">
                {kindWords[kind].name} <span className="text-xs text-faint">{kindWords[kind].summary}</span>
              </span>
            }
          />
        ))}
      </fieldset>
    </DialogForm>
  )
}
