import { Button, SegmentedControl } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { type FoundUser, nameOfUser, noteRecentUser, useUserSource } from '../../../scope/database-role/found-users.ts'
import { roleMessages } from '../../../scope/database-role/messages.ts'
import { claimsOfKey, claimsOfUser } from '../../../scope/database-role/role-queries.ts'
import { UserPicker } from '../../../scope/database-role/user-picker.tsx'
import { lookAs } from '../../../scope/storage/look-as.ts'
import { lookText } from '../messages.ts'

/** As whom to look at files: somebody who isn't signed in, or a user. */
export function LookForm({ projectRef, onDone }: { readonly projectRef: string; readonly onDone: () => void }) {
  const source = useUserSource(projectRef)
  const [who, setWho] = useState<'anon' | 'user'>('anon')
  const [user, setUser] = useState<FoundUser | null>(null)
  const look = useMutation({
    mutationFn: async () => {
      if (who === 'anon') return lookAs(projectRef, { name: lookText.visitor, role: 'anon', claims: claimsOfKey(projectRef, 'anon') })
      if (user === null) throw new Error(lookText.chooseUser)
      const claims = await claimsOfUser(projectRef, user, { aal: 'aal1', customize: null })
      noteRecentUser(projectRef, user)
      const named = claims['role']
      lookAs(projectRef, { name: nameOfUser(user), role: typeof named === 'string' && named !== '' ? named : 'authenticated', claims })
    },
    onSuccess: onDone,
  })
  return (
    <form
      className="flex flex-col gap-3 p-3"
      onSubmit={(event) => {
        event.preventDefault()
        look.mutate()
      }}
    >
      <p className="text-xs text-soft">{lookText.description}</p>
      <SegmentedControl
        label={lookText.button}
        value={who}
        onValueChange={(next) => {
          setWho(next)
          look.reset()
        }}
        options={[
          { value: 'anon', label: lookText.anon },
          { value: 'user', label: lookText.user },
        ]}
      />
      {who === 'user' && (
        <>
          <UserPicker
            projectRef={projectRef}
            source={source}
            value={user}
            onChange={(next) => {
              setUser(next)
              look.reset()
            }}
          />
          <p className="text-xs text-faint">{roleMessages.preview}</p>
        </>
      )}
      {look.error !== null && (
        <p role="alert" className="text-xs wrap-anywhere text-danger">
          {messageOf(look.error)}
        </p>
      )}
      <Button type="submit" variant="primary" size="sm" className="self-end" isPending={look.isPending}>
        {lookText.submit}
      </Button>
    </form>
  )
}
