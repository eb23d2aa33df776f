import type { App, AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { Badge, ConfirmDialog, CopyButton, IconButton, Menu, MenuItem, toast } from '@colonnade/ui'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { ItemRow } from '../../lib/lists/item-row.tsx'
import { AppDialog } from './app-dialog.tsx'
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
  const people = `${users} ${users === 1 ? 'person' : 'people'}`
  return (
    <ItemRow
      title={
        <>
          <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
          <Badge>{isConfidential ? 'Confidential' : 'Public'}</Badge>
        </>
      }
      facts={
        <>
          <span>authorized by {people}</span>
          {hint !== null && (
            <span>
              secret <span className="font-mono">cls_…{hint}</span>
            </span>
          )}
        </>
      }
      actions={
        mayWrite && (
          <Menu
            align="end"
            trigger={
              <IconButton label={`Manage ${name}`}>
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem onSelect={() => setOpen('edit')}>Edit</MenuItem>
            {isConfidential && <MenuItem onSelect={() => setOpen('rotate')}>New secret</MenuItem>}
            <MenuItem isDanger onSelect={() => setOpen('remove')}>
              Delete
            </MenuItem>
          </Menu>
        )
      }
    >
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-xs">
        <dt className="text-faint">Client ID</dt>
        <dd className="-my-1 flex items-center gap-1 font-mono">
          <span className="min-w-0 wrap-anywhere">{id}</span>
          <CopyButton text={id} label={`Copy client ID of ${name}`} isIconOnly />
        </dd>
        <dt className="text-faint">Comes back to</dt>
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
        title={`Give ${name} a new secret?`}
        description="The secret of before opens nothing from now on. People stay authorized, and their tokens work until they end by themselves."
        confirmLabel="Make a new secret"
        onConfirm={async () => onSecret(await rotate.mutateAsync(id))}
      />
      <ConfirmDialog
        isOpen={open === 'remove'}
        onOpenChange={close}
        isDanger
        title={`Delete ${name}?`}
        description={`All of its tokens end at once${users > 0 ? `, those of ${people}` : ''}. Nobody can authorize it again, under this client ID. This can not be undone.`}
        typedName={name}
        confirmLabel="Delete app"
        onConfirm={async () => {
          await remove.mutateAsync(id)
          toast.success(`${name} deleted`)
        }}
      />
    </ItemRow>
  )
}
