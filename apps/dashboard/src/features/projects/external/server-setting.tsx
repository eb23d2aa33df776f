import { type ExternalServer, ExternalServerInput } from '@colonnade/contracts/projects/external-servers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, Card, Skeleton, toast } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { showFormError } from '../../../lib/forms/form-errors.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { texts } from './messages.ts'
import { ServerFields } from './server-fields.tsx'
import { serverQuery, useTestServer, useUpdateServer } from './server-mutations.ts'
import { TestOutcome } from './test-outcome.tsx'

/** Shows how the server of an external project is reached, and changes it. */
export function ServerSetting({ project }: { readonly project: Project }) {
  const { data, error, refetch } = useQuery(serverQuery(project.ref))
  const isAllowed = useIsAllowed(project.ref)
  return (
    <Card title={texts.settingTitle}>
      {data && isAllowed('projects:delete') && <ServerForm project={project} server={data} />}
      {data && !isAllowed('projects:delete') && <p className="p-4 text-sm text-soft">{texts.noOperate}</p>}
      {!data && error && <ErrorNotice error={error} subject={texts.loadFailed} onRetry={() => void refetch()} className="m-4" />}
      {!data && !error && <Skeleton className="m-4 h-40" />}
    </Card>
  )
}

function ServerForm({ project, server }: { readonly project: Project; readonly server: ExternalServer }) {
  const update = useUpdateServer(project.ref)
  const test = useTestServer(project.organization_slug)
  const form = useForm({ resolver: zodResolver(ExternalServerInput), defaultValues: { ...server, password: '' } })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => {
    test.reset()
    update.mutate(values, {
      onSuccess: (saved) => {
        form.reset({ ...saved, password: '' })
        toast.success(texts.saved)
      },
      onError: (error) => showFormError(form, error),
    })
  })
  const tryIt = form.handleSubmit((values) => {
    update.reset()
    test.mutate(values, { onError: (error) => showFormError(form, error) })
  })
  return (
    <form noValidate className="flex flex-col" onSubmit={(event) => void submit(event)}>
      <div className="flex flex-col gap-5 p-4">
        <p className="text-sm text-soft">{texts.settingDescription}</p>
        <ServerFields register={form.register} control={form.control} errors={errors} passwordHint={texts.settingPasswordHint} />
        <TestOutcome report={test.data} error={errors.root ? (update.error ?? test.error) : null} />
      </div>
      <div className="flex flex-wrap justify-between gap-2 border-t px-4 py-3">
        <Button isPending={test.isPending} onClick={() => void tryIt()}>
          {texts.test}
        </Button>
        <Button type="submit" variant="primary" isPending={update.isPending}>
          {texts.save}
        </Button>
      </div>
    </form>
  )
}
