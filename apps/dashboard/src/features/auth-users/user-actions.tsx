import type { AuthUserDetails } from '@colonnade/contracts/auth/users'
import { Button, Checkbox, ConfirmDialog, Field, Menu, MenuItem, Select, toast } from '@colonnade/ui'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { EditUser } from './edit-user.tsx'
import { userActionsText } from './messages.ts'
import { useRemoveUser, useSendLink, useUpdateUser } from './mutations.ts'
import { SignInAs } from './sign-in-as.tsx'
import { titleOf } from './user-words.ts'

export interface UserActionsProps {
  readonly projectRef: string
  readonly user: AuthUserDetails
  readonly onGone: () => void
}

const durations = [
  { value: '24h', label: userActionsText.oneDay },
  { value: '168h', label: userActionsText.oneWeek },
  { value: '720h', label: userActionsText.thirtyDays },
  { value: '876000h', label: userActionsText.unlimited },
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
            {userActionsText.actions} <ChevronDown aria-hidden />
          </Button>
        }
      >
        <MenuItem disabled={isDeleted} onSelect={() => setAsked('edit')}>
          {userActionsText.editEmailPhonePassword}
        </MenuItem>
        <MenuItem disabled={isDeleted || isBanned} onSelect={() => setAsked('sign_in_as')}>
          {userActionsText.signUser}
        </MenuItem>
        <MenuItem disabled={user.email === null || isDeleted} onSelect={() => setAsked('magic_link')}>
          {userActionsText.sendMagicLink}
        </MenuItem>
        <MenuItem disabled={user.email === null || isDeleted} onSelect={() => setAsked('recovery')}>
          {userActionsText.sendRecovery}
        </MenuItem>
        {user.email !== null && user.email_confirmed_at === null && (
          <MenuItem onSelect={() => run({ confirm_email: true }, userActionsText.emailAddressConfirmed)}>
            {userActionsText.confirmEmailAddress}
          </MenuItem>
        )}
        {user.phone !== null && user.phone_confirmed_at === null && (
          <MenuItem onSelect={() => run({ confirm_phone: true }, userActionsText.phoneNumberConfirmed)}>
            {userActionsText.confirmPhoneNumber}
          </MenuItem>
        )}
        {isBanned ? (
          <MenuItem onSelect={() => run({ ban_duration: 'none' }, userActionsText.unbanned)}>{userActionsText.unban}</MenuItem>
        ) : (
          <MenuItem disabled={isDeleted} onSelect={() => setAsked('ban')}>
            {userActionsText.banUser}
          </MenuItem>
        )}
        <MenuItem isDanger onSelect={() => setAsked('delete')}>
          {userActionsText.deleteUser}
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
      title={userActionsText.banTitle(titleOf(user))}
      description={userActionsText.banBody}
      confirmLabel={userActionsText.banUser}
      isDanger
      onConfirm={async () => {
        await onBan(duration)
        toast.success(userActionsText.userBanned)
      }}
    >
      <Field label={userActionsText.banFor}>
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
      title={userActionsText.deleteTitle(titleOf(user))}
      description={userActionsText.deleteBody}
      confirmLabel={userActionsText.deleteUser}
      typedName={titleOf(user)}
      isDanger
      onConfirm={async () => {
        await remove.mutateAsync(isSoft)
        toast.success(userActionsText.userDeleted)
        onGone()
      }}
    >
      {user.deleted_at === null && <Checkbox isChecked={isSoft} onCheckedChange={setIsSoft} label={userActionsText.keepRow} />}
    </ConfirmDialog>
  )
}

function LinkDialog({ projectRef, user, kind, onClose }: AskProps & { readonly projectRef: string; readonly kind: 'magic_link' | 'recovery' }) {
  const send = useSendLink(projectRef, user.id)
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={kind === 'magic_link' ? userActionsText.magicLinkTitle : userActionsText.recoveryTitle}
      description={(kind === 'magic_link' ? userActionsText.magicLinkBody : userActionsText.recoveryBody)(user.email ?? '')}
      confirmLabel={userActionsText.sendEmail}
      onConfirm={async () => {
        await send.mutateAsync(kind)
        toast.success(userActionsText.emailSent)
      }}
    />
  )
}
