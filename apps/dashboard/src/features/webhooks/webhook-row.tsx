import type { Webhook, WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { Badge, Button, ConfirmDialog, IconButton, Menu, MenuItem, RelativeTime, toast } from '@colonnade/ui'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { DeliverySheet } from './delivery-sheet.tsx'
import { kindWords } from './kind-words.ts'
import { rowText } from './messages.ts'
import { useRemoveWebhook, useRotateSecret, useTestWebhook, useUpdateWebhook } from './mutations.ts'
import { WebhookDialog } from './webhook-dialog.tsx'

export interface WebhookRowProps {
  readonly slug: string
  readonly webhook: Webhook
  readonly onSecret: (webhook: WebhookWithSecret) => void
}

/** Shows a webhook: its URL, its events and its last delivery. */
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
            <Badge tone={reason === null ? 'neutral' : 'danger'}>{rowText.paused}</Badge>
          ) : (
            last?.state === 'waiting' && <Badge tone="warning">{rowText.retrying}</Badge>
          )}
        </>
      }
      facts={<span>{kinds.map((kind) => kindWords[kind].name).join(', ')}</span>}
      actions={
        <>
          <Button size="sm" aria-label={rowText.deliveriesOf(host)} onClick={() => setOpen('log')}>
            {rowText.deliveries}
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton label={rowText.actionsFor(host)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setOpen('edit')}>{rowText.edit}</MenuItem>
            <MenuItem onSelect={() => test.mutate(undefined, { onSuccess: () => setOpen('log'), onError: fail })}>{rowText.sendTest}</MenuItem>
            <MenuItem
              onSelect={() =>
                update.mutate(
                  { is_paused: !isPaused },
                  { onSuccess: () => toast.success(isPaused ? rowText.resumed : rowText.pausedToast), onError: fail },
                )
              }
            >
              {isPaused ? rowText.resume : rowText.pause}
            </MenuItem>
            <MenuItem onSelect={() => setOpen('rotate')}>{rowText.rotateSecret}</MenuItem>
            <MenuItem isDanger onSelect={() => setOpen('remove')}>
              {rowText.delete}
            </MenuItem>
          </Menu>
        </>
      }
    >
      <p className="mt-0.5 text-xs text-faint">
        {last === null || last.attempted_at === null ? (
          rowText.noDeliveries
        ) : (
          <>
            {rowText.lastDelivery}
            <RelativeTime value={last.attempted_at} />
          </>
        )}
      </p>
      {isPaused && reason !== null && <p className="mt-1 text-xs wrap-anywhere text-danger">{rowText.pausedAutomatically(reason)}</p>}
      {open === 'edit' && <WebhookDialog slug={slug} webhook={webhook} onClose={close} />}
      {open === 'log' && <DeliverySheet slug={slug} webhook={webhook} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={close}
        title={rowText.rotateTitle(host)}
        description={rowText.rotateBody}
        confirmLabel={rowText.rotateConfirm}
        onConfirm={async () => onSecret(await rotate.mutateAsync(id))}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={close}
        isDanger
        title={rowText.deleteTitle(host)}
        description={rowText.deleteBody}
        confirmLabel={rowText.deleteConfirm}
        onConfirm={() => remove.mutateAsync(id)}
      />
    </ItemRow>
  )
}
