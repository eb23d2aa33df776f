import { Button } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { ClientChoice } from '../../../scope/database-role/client-choice.tsx'
import { clientOf, visitor } from '../../../scope/database-role/client.ts'
import { lookAs } from '../../../scope/storage/look-as.ts'
import { lookText } from '../messages.ts'

/** Chooses the client to look as: signed out, or a user. */
export function LookForm({ projectRef, onDone }: { readonly projectRef: string; readonly onDone: () => void }) {
  const [chosen, setChosen] = useState(visitor)
  const look = useMutation({
    mutationFn: async () => {
      const client = await clientOf(projectRef, chosen)
      lookAs(projectRef, chosen.kind === 'anon' ? { ...client, name: lookText.visitor } : client)
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
      <ClientChoice
        projectRef={projectRef}
        label={lookText.button}
        kinds={['anon', 'user']}
        value={chosen}
        onChange={(next) => {
          setChosen(next)
          look.reset()
        }}
        hasAssurance={false}
      />
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
