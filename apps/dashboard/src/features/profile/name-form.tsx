import { Name } from '@colonnade/contracts/foundation/values'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { Button, Field, Input, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { showFormError } from '../../lib/forms/form-errors.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { profileQuery } from '../../scope/queries.ts'

const Rename = z.object({ username: Name })

/** What one is called, beside the address that one signs in with. */
export function NameForm({ profile }: { readonly profile: Profile }) {
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: (username: string) => organizationApi.account.update({ body: { username } }),
    onSuccess: (next) => {
      queryClient.setQueryData(profileQuery.queryKey, next)
      toast.success('Renamed')
      form.reset({ username: next.username })
      // the button that was pressed is gone
      form.setFocus('username')
    },
  })
  const form = useForm({
    resolver: zodResolver(Rename),
    values: { username: profile.username },
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = form.formState
  const submit = form.handleSubmit(({ username }) => rename.mutate(username, { onError: (error) => showFormError(form, error) }))
  return (
    <form noValidate className="flex min-w-0 flex-1 basis-60 flex-col gap-2" onSubmit={(event) => void submit(event)}>
      <Field label="Name" hint={profile.primary_email} error={errors.username?.message}>
        <Input autoComplete="nickname" {...form.register('username')} />
      </Field>
      {errors.root && <ErrorNotice error={rename.error} />}
      {isDirty && (
        <div className="flex justify-end gap-2">
          <Button size="sm" onClick={() => form.reset()}>
            Cancel
          </Button>
          <Button size="sm" type="submit" variant="primary" isPending={rename.isPending}>
            Save
          </Button>
        </div>
      )}
    </form>
  )
}
