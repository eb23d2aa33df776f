import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Button, Checkbox, ConfirmDialog, Field, Menu, MenuItem, Select, toast } from '@colonnade/ui'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { EditUser } from './edit-user.tsx'
import { useRemoveUser, useSendLink, useUpdateUser } from './mutations.ts'
import { SignInAs } from './sign-in-as.tsx'
import { titleOf } from './user-words.ts'

export interface UserActionsProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly onGone: () => void
}

const durations = [
  { value: '24h', label: '1 day' },
  { value: '168h', label: '1 week' },
  { value: '720h', label: '30 days' },
  { value: '876000h', label: 'Until somebody lifts it' },
] as const
type Duration = (typeof durations)[number]['value']

type Asked = 'edit' | 'sign_in_as' | 'ban' | 'delete' | 'magic_link' | 'recovery'

/** What can be done about a user. */
export function UserActions({ projectRef, user, onGone }: UserActionsProps) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const [now] = useState(() => Date.now())
  const update = useUpdateUser(projectRef, user.id)
  const isBanned = user.banned_until !== null && Date.parse(user.banned_until) > now
  const isDeleted = user.deleted_at !== null
  const close = () => setAsked(null)
  const run = (body: Parameters<typeof update.mutate>[0], done: string) =>
    update.mutate(body, { onSuccess: () => toast.success(done), onError: (error) => toast.error(error.message) })
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button size="sm" isPending={update.isPending}>
            Actions <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem disabled={isDeleted} onSelect={() => setAsked('edit')}>
          Edit email, phone or password
        </MenuItem>
        <MenuItem disabled={isDeleted || isBanned} onSelect={() => setAsked('sign_in_as')}>
          Sign in as user
        </MenuItem>
        <MenuItem disabled={user.email === null || isDeleted} onSelect={() => setAsked('magic_link')}>
          Send magic link
        </MenuItem>
        <MenuItem disabled={user.email === null || isDeleted} onSelect={() => setAsked('recovery')}>
          Send password recovery
        </MenuItem>
        {user.email !== null && user.email_confirmed_at === null && (
          <MenuItem onSelect={() => run({ confirm_email: true }, 'Email address confirmed')}>Confirm email address</MenuItem>
        )}
        {user.phone !== null && user.phone_confirmed_at === null && (
          <MenuItem onSelect={() => run({ confirm_phone: true }, 'Phone number confirmed')}>Confirm phone number</MenuItem>
        )}
        {isBanned ? (
          <MenuItem onSelect={() => run({ ban_duration: 'none' }, 'The user can sign in again')}>Lift the ban</MenuItem>
        ) : (
          <MenuItem disabled={isDeleted} onSelect={() => setAsked('ban')}>
            Ban user
          </MenuItem>
        )}
        <MenuItem isDanger onSelect={() => setAsked('delete')}>
          Delete user
        </MenuItem>
      </Menu>
      {asked === 'edit' && <EditUser projectRef={projectRef} user={user} onClose={close} />}
      {asked === 'sign_in_as' && <SignInAs projectRef={projectRef} user={user} onClose={close} />}
      {asked === 'ban' && <BanDialog user={user} onBan={(ban_duration) => update.mutateAsync({ ban_duration })} onClose={close} />}
      {asked === 'delete' && <DeleteDialog projectRef={projectRef} user={user} onGone={onGone} onClose={close} />}
      {(asked === 'magic_link' || asked === 'recovery') && <LinkDialog projectRef={projectRef} user={user} kind={asked} onClose={close} />}
    </>
  )
}

interface AskProps {
  readonly user: AuthUserDetails
  readonly onClose: () => void
}

function BanDialog({ user, onBan, onClose }: AskProps & { readonly onBan: (duration: Duration) => Promise<unknown> }) {
  const [duration, setDuration] = useState<Duration>('24h')
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Ban ${titleOf(user)}?`}
      description="The auth service refuses the user at once. A token from before opens data until it expires, for an hour at most by default."
      confirmLabel="Ban user"
      isDanger
      onConfirm={async () => {
        await onBan(duration)
        toast.success('User banned')
      }}
    >
      <Field label="For">
        <Select value={duration} onValueChange={setDuration} options={durations} />
      </Field>
    </ConfirmDialog>
  )
}

function DeleteDialog({ projectRef, user, onGone, onClose }: AskProps & Pick<UserActionsProps, 'projectRef' | 'onGone'>) {
  const remove = useRemoveUser(projectRef, user.id)
  const [isSoft, setIsSoft] = useState(false)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Delete ${titleOf(user)}?`}
      description="Sessions, factors and identities of the user go too, and rows of your tables that are deleted along with the user. This can’t be undone."
      confirmLabel="Delete user"
      typedName={titleOf(user)}
      isDanger
      onConfirm={async () => {
        await remove.mutateAsync(isSoft)
        toast.success('User deleted')
        onGone()
      }}
    >
      {user.deleted_at === null && (
        <Checkbox isChecked={isSoft} onCheckedChange={setIsSoft} label="Keep an empty row, so that rows that refer to the user stay" />
      )}
    </ConfirmDialog>
  )
}

function LinkDialog({ projectRef, user, kind, onClose }: AskProps & { readonly projectRef: string; readonly kind: 'magic_link' | 'recovery' }) {
  const send = useSendLink(projectRef, user.id)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={kind === 'magic_link' ? 'Send a magic link?' : 'Send a password recovery?'}
      description={`${user.email ?? ''} gets a mail with a link ${kind === 'magic_link' ? 'that signs in' : 'to choose a new password'}.`}
      confirmLabel="Send mail"
      onConfirm={async () => {
        await send.mutateAsync(kind)
        toast.success('Mail sent')
      }}
    />
  )
}
