import type { App, AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { Badge, ConfirmDialog, CopyButton, IconButton, Menu, MenuItem, toast } from '@colonnade/ui'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { AppDialog } from './app-dialog.tsx'
import { rowText } from './messages.ts'
import { useRemoveApp, useRotateSecret } from './mutations.ts'

export interface AppRowProps {
  readonly slug: string
  readonly app: App
  readonly mayWrite: boolean
  readonly onSecret: (app: AppWithSecret) => void
}

/** One application that the organization has registered. */
export function AppRow({ slug, app, mayWrite, onSecret }: AppRowProps) {
  const { id, name, redirect_uris: uris, is_confidential: isConfidential, secret_hint: hint, user_count: users } = app
  const [open, setOpen] = useState<'nothing' | 'edit' | 'rotate' | 'remove'>('nothing')
  const rotate = useRotateSecret(slug)
  const remove = useRemoveApp(slug)
  const close = () => setOpen('nothing')
  const people = rowText.people(users)
  return (
    <ItemRow
      title={
        <>
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge>{isConfidential ? rowText.confidential : rowText.public}</Badge>
        </>
      }
      facts={
        <>
          <span>{rowText.authorized(people)}</span>
          {hint !== null && (
            <span>
              {rowText.secret}
              <span className="font-mono">{rowText.hint(hint)}</span>
            </span>
          )}
        </>
      }
      actions={
        mayWrite && (
          <Menu
            align="end"
            trigger={
              <IconButton label={rowText.actionsFor(name)}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setOpen('edit')}>{rowText.edit}</MenuItem>
            {isConfidential && <MenuItem onSelect={() => setOpen('rotate')}>{rowText.rotateSecret}</MenuItem>}
            <MenuItem isDanger onSelect={() => setOpen('remove')}>
              {rowText.delete}
            </MenuItem>
          </Menu>
        )
      }
    >
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        <dt className="text-faint">{rowText.clientID}</dt>
        <dd className="-my-1 flex items-center gap-1 font-mono">
          <span className="min-w-0 wrap-anywhere">{id}</span>
          <CopyButton text={id} label={rowText.copyClientID(name)} isIconOnly />
        </dd>
        <dt className="text-faint">{rowText.redirects}</dt>
        <dd className="font-mono wrap-anywhere">
          {uris.map((uri) => (
            <span key={uri} className="block">
              {uri}
            </span>
          ))}
        </dd>
      </dl>
      {open === 'edit' && <AppDialog slug={slug} app={app} onClose={close} />}
      <ConfirmDialog
        isOpen={open === 'rotate'}
        onOpenChange={close}
        isDanger
        title={rowText.rotateTitle(name)}
        description={rowText.rotateBody}
        confirmLabel={rowText.rotateConfirm}
        onConfirm={async () => onSecret(await rotate.mutateAsync(id))}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={close}
        isDanger
        title={rowText.deleteTitle(name)}
        description={rowText.deleteBody(users > 0 ? people : null)}
        typedName={name}
        confirmLabel={rowText.deleteConfirm}
        onConfirm={async () => {
          await remove.mutateAsync(id)
          toast.success(rowText.deleted(name))
        }}
      />
    </ItemRow>
  )
}
