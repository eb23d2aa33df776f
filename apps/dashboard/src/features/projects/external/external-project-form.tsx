import { ExternalServerInput } from '@colonnade/contracts/projects/external-servers'
import { Name } from '@colonnade/contracts/foundation/values'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import { Button, buttonClass, Card, Field, Input } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link } from '@tanstack/react-router'
import { type Control, useForm } from 'react-hook-form'
import { showFormError } from '../../../lib/forms/form-errors.ts'
import { paths } from '../../../paths.ts'
import { texts, externalProjectFormText } from './messages.ts'
import { ServerFields } from './server-fields.tsx'
import { type ServerValues, useConnectProject, useTestServer } from './server-mutations.ts'
import { TestOutcome } from './test-outcome.tsx'

const NewExternalProject = ExternalServerInput.extend({ name: Name })

/** Connects an existing Postgres server as a project, after a test that says what is wrong. */
export function ExternalProjectForm({ organization }: { readonly organization: Organization }) {
  const connect = useConnectProject(organization.slug)
  const test = useTestServer(organization.slug)
  const form = useForm({
    resolver: zodResolver(NewExternalProject),
    defaultValues: { name: '', host: '', port: 5432, database: 'postgres', user: '', password: '', tls: 'verify-full' },
  })
  const { errors } = form.formState
  const submit = form.handleSubmit((values) => {
    test.reset()
    connect.mutate(values, { onError: (error) => showFormError(form, error, { project_name_taken: 'name' }) })
  })
  const tryIt = async (): Promise<void> => {
    form.clearErrors()
    connect.reset()
    if (!(await form.trigger(['host', 'port', 'database', 'user', 'password', 'tls'], { shouldFocus: true }))) return
    const { name: _name, ...server } = form.getValues()
    test.mutate(server, { onError: (error) => showFormError(form, error) })
  }
  return (
    <Card>
      <form noValidate className="flex flex-col" onSubmit={(event) => void submit(event)}>
        <div className="flex flex-col gap-5 p-4">
          <p className="text-sm text-soft">
            {texts.description} {texts.limits}
          </p>
          <Field label={externalProjectFormText.name} error={errors.name?.message}>
            <Input autoComplete="off" {...form.register('name')} />
          </Field>
          {/* the fields of the server are a part of this form's */}
          <ServerFields
            register={form.register}
            control={form.control as unknown as Control<ServerValues>}
            errors={errors}
            passwordHint={texts.passwordHint}
          />
          <TestOutcome report={test.data} error={errors.root ? (connect.error ?? test.error) : null} />
        </div>
        <div className="flex flex-wrap justify-end gap-2 border-t px-4 py-3">
          <Button className="mr-auto" isPending={test.isPending} onClick={() => void tryIt()}>
            {texts.test}
          </Button>
          <Link to={paths.organization.projects(organization.slug)} className={buttonClass()}>
            {externalProjectFormText.cancel}
          </Link>
          <Button type="submit" variant="primary" isPending={connect.isPending}>
            {texts.connect}
          </Button>
        </div>
      </form>
    </Card>
  )
}
