import type { Webhook, WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { Badge, Button, ConfirmDialog, IconButton, Menu, MenuItem, RelativeTime, toast } from '@colonnade/ui'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { kindWords } from './kind-words.ts'
import { useRemoveWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './mutations.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

export interface WebhookRowProps {
  readonly slug: string
  readonly webhook: Webhook
  readonly onSecret: (webhook: WebhookWithSecret) => void
}

/** One webhook: where it goes, what it is told of, and how that went. */
export function WebhookRow({ slug, webhook, onSecret }: WebhookRowProps) {
  const { id, url, kinds, is_paused: isPaused, pause_reason: reason, last_delivery: last } = webhook
  const [open, setOpen] = useState<'nothing' | 'edit' | 'log' | 'rotate' | 'remove'>('nothing')
  const update = useUpdateWebhook(slug, id)
  const test = useTestWebhook(slug, id)
  const rotate = useRotateSecret(slug)
  const remove = useRemoveWebhook(slug)
  const close = () => setOpen('nothing')
  const { host } = new URL(url)
  const fail = (error: unknown) => toast.error(messageOf(error))
  return (
    <ItemRow
      title={
        <>
          <span className="min-w-0 font-mono text-xs wrap-anywhere">{url}</span>
          {isPaused ? (
            <Badge tone={reason === null ? 'neutral' : 'danger'}>Paused</Badge>
          ) : (
            last?.state === 'waiting' && <Badge tone="warning">Retrying</Badge>
          )}
        </>
      }
      facts={<span>{kinds.map((kind) => kindWords[kind].name).join(', ')}</span>}
      actions={
        <>
          <Button size="sm" aria-label={`Log of ${host}`} onClick={() => setOpen('log')}>
            Log
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton label={`Manage ${host}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setOpen('edit')}>Edit</MenuItem>
            <MenuItem onSelect={() => test.mutate(undefined, { onSuccess: () => setOpen('log'), onError: fail })}>Send a test</MenuItem>
            <MenuItem
              onSelect={() =>
                update.mutate(
                  { is_paused: !isPaused },
                  { onSuccess: () => toast.success(isPaused ? 'Webhook resumed' : 'Webhook paused'), onError: fail },
                )
              }
            >
              {isPaused ? 'Go on' : 'Pause'}
            </MenuItem>
            <MenuItem onSelect={() => setOpen('rotate')}>New secret</MenuItem>
            <MenuItem isDanger onSelect={() => setOpen('remove')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
    >
      <p className="mt-0.5 text-xs text-faint">
        {last === null || last.attempted_at === null ? (
          'nothing sent yet'
        ) : (
          <>
            last tried <RelativeTime value={last.attempted_at} />
          </>
        )}
      </p>
      {isPaused && reason !== null && <p className="mt-1 text-xs wrap-anywhere text-danger">It paused by itself: {reason}.</p>}
      {open === 'edit' && <WebhookDialog slug={slug} webhook={webhook} onClose={close} />}
      {open === 'log' && <DeliverySheet slug={slug} webhook={webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={close}
        title={`Give ${host} a new secret?`}
        description="For 24 hours what is sent is signed with both, so that the receiver can change over. Then the secret of before is void."
        confirmLabel="Make a new secret"
        onConfirm={async () => onSecret(await rotate.mutateAsync(id))}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={close}
        isDanger
        title={`Delete the webhook to ${host}?`}
        description="It is told nothing more, also not what waits, and its log goes. This can not be undone."
        confirmLabel="Delete webhook"
        onConfirm={() => remove.mutateAsync(id)}
      />
    </ItemRow>
  )
}
