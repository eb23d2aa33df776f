import { type PreviewUser, sampleUser } from '@colonnade/contracts/auth/mail-templates/sample-values'
import { Button, Field, Input } from '@colonnade/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../../lib/error-notice.tsx'
import { dataApi } from '../../../scope/data-client.ts'
import { previewUserFieldText } from './messages.ts'

export interface PreviewUserFieldProps {
  readonly projectRef: string
  readonly user: PreviewUser
  readonly onUser: (user: PreviewUser) => void
}

/** Finds the user whose email address begins with a text. */
async function findUser(ref: string, search: string): Promise<PreviewUser | null> {
  const { items } = await dataApi.authUsers.list({ params: { ref }, query: { search, limit: 20 } })
  const found = items.find(({ email }) => email?.toLowerCase().startsWith(search.toLowerCase()))
  if (found?.email === undefined || found.email === null) return null
  const { user_metadata: data } = await dataApi.authUsers.retrieve({ params: { ref, id: found.id } })
  return { email: found.email, data, phone: found.phone ?? undefined }
}

/** Chooses a user of the project to preview a mail with. */
export function PreviewUserField({ projectRef, user, onUser }: PreviewUserFieldProps) {
  const [search, setSearch] = useState('')
  const find = useMutation({ mutationFn: () => findUser(projectRef, search.trim()), onSuccess: (found) => found !== null && onUser(found) })
  const problem = find.error !== null ? messageOf(find.error) : find.data === null ? previewUserFieldText.noUserHasEmail : undefined
  const start = () => search.trim() !== '' && !find.isPending && find.mutate()
  return (
    <Field label={previewUserFieldText.previewUser} error={problem} hint={previewUserFieldText.emailAddressBeginningWakes}>
      <div className="flex flex-wrap gap-2">
        <Input
          className="min-w-0 flex-1 basis-56"
          autoComplete="off"
          spellCheck={false}
          placeholder="ada@example.com"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            // the form around it stays unsaved
            event.preventDefault()
            start()
          }}
        />
        <Button isPending={find.isPending} disabled={search.trim() === ''} onClick={start}>
          {previewUserFieldText.preview}
        </Button>
        {user !== sampleUser && <Button onClick={() => onUser(sampleUser)}>{previewUserFieldText.sampleUser}</Button>}
      </div>
    </Field>
  )
}
