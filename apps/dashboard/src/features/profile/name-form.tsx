import { Name } from '@colonnade/contracts/foundation/values'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { Button, Field, Input } from '@colonnade/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useSettings } from '../../lib/settings/use-settings.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { profileQuery } from '../../scope/queries.ts'
import { nameFormText } from './messages.ts'

const Rename = z.object({ username: Name })

/** What one is called, beside the address that one signs in with. */
export function NameForm({ profile }: { readonly profile: Profile }) {
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: (body: z.output<typeof Rename>) => organizationApi.account.update({ body }),
    onSuccess: (next) => queryClient.setQueryData(profileQuery.queryKey, next),
  })
  const { register, errors, settings } = useSettings({
    schema: Rename,
    values: { username: profile.username },
    mutation: rename,
    valuesOf: ({ username }) => ({ username }),
    doneText: 'Renamed',
    focusAfter: 'username',
  })
  return (
    <form
      noValidate
      className="flex min-w-0 flex-1 basis-60 flex-col gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        settings.save()
      }}
    >
      <Field label={nameFormText.name} hint={profile.primary_email} error={errors.username?.message}>
        <Input autoComplete="nickname" {...register('username')} />
      </Field>
      {settings.error !== null && <ErrorNotice error={settings.error} />}
      {settings.isDirty && (
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={settings.discard}>
            {nameFormText.cancel}
          </Button>
          <Button size="sm" type="submit" variant="primary" isPending={settings.isSaving}>
            {nameFormText.save}
          </Button>
        </div>
      )}
    </form>
  )
}
