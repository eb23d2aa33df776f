import { messageMaxLength } from '@colonnade/contracts/installation/feedback'
import { type Ticket, ticketCategories, TicketInput, ticketSeverities } from '@colonnade/contracts/installation/support-tickets'
import { Button, Card, Field, Input, Select } from '@colonnade/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { z } from 'zod'
import { CharacterCount } from '../../../lib/texts/character-count.tsx'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { showFormError } from '../../../lib/forms/form-errors.ts'
import { keep, readKept } from '../../../lib/kept.ts'
import { LongTextarea } from '../../../lib/texts/long-textarea.tsx'
import { organizationsQuery, profileQuery, projectsQuery } from '../../../scope/queries.ts'
import { useCreateTicket } from '../mutations.ts'
import { ErrorBlock } from './error-block.tsx'
import { formText } from './messages.ts'
import { PlacePickers } from './place-pickers.tsx'
import type { SupportQuery } from './support-query.ts'
import { beginDraft, draftText, type TicketDraft } from './ticket-draft.ts'

/** As the contract has it, but that the pickers say "none" with an empty text. */
const NewTicket = TicketInput.extend({ project_ref: z.string(), organization_slug: z.string(), error: z.string(), pathname: z.string() })

const categoryOptions = ticketCategories.map(({ id, name }) => ({ value: id, label: name }))
const severityOptions = ticketSeverities.map((value) => ({ value, label: value }))

export interface SupportFormProps {
  readonly query: SupportQuery
  /** The page that the person came from. */
  readonly pathname: string | undefined
  readonly onSent: (ticket: Ticket) => void
}

export function SupportForm({ query, pathname, onSent }: SupportFormProps) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { data: projects } = useSuspenseQuery(projectsQuery)
  const draftKey = `support-draft:${profile.id}`
  const [begun] = useState(() => beginDraft({ query, kept: readKept(draftKey), projects, organizations, pathname }))
  const create = useCreateTicket()
  const form = useForm({ resolver: zodResolver(NewTicket), defaultValues: begun })
  const { errors } = form.formState
  const values = useWatch({ control: form.control }) as TicketDraft
  useEffect(() => keep(draftKey, draftText(query, values)), [draftKey, query, values])

  const submit = form.handleSubmit(({ project_ref, organization_slug, error, pathname: from, ...rest }) =>
    create.mutate(
      {
        ...rest,
        ...(project_ref !== '' && { project_ref }),
        ...(organization_slug !== '' && { organization_slug }),
        ...(error !== '' && { error }),
        ...(from !== '' && { pathname: from }),
      },
      {
        onSuccess: (ticket) => {
          keep(draftKey, '')
          onSent(ticket)
        },
        onError: (failure) => showFormError(form, failure, { project_not_found: 'project_ref', organization_not_found: 'organization_slug' }),
      },
    ),
  )
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !create.isPending) void submit()
  }

  return (
    <Card>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a shortcut in all the controls that it holds */}
      <form noValidate aria-label={formText.label} className="flex flex-col" onSubmit={(event) => void submit(event)} onKeyDown={press}>
        <div className="flex flex-col gap-5 p-4">
          <div className="grid gap-5 sm:grid-cols-2">
            <Controller
              control={form.control}
              name="category"
              render={({ field }) => (
                <Field label={formText.category} error={errors.category?.message}>
                  <Select value={field.value} onValueChange={field.onChange} options={categoryOptions} />
                </Field>
              )}
            />
            <Controller
              control={form.control}
              name="severity"
              render={({ field }) => (
                <Field label={formText.severity} error={errors.severity?.message}>
                  <Select value={field.value ?? 'Normal'} onValueChange={field.onChange} options={severityOptions} />
                </Field>
              )}
            />
          </div>
          <PlacePickers
            value={values}
            onChange={({ organization_slug, project_ref }) => {
              form.setValue('organization_slug', organization_slug, { shouldValidate: true })
              form.setValue('project_ref', project_ref, { shouldValidate: true })
            }}
            organizations={organizations}
            projects={projects}
            errors={{ organization_slug: errors.organization_slug?.message, project_ref: errors.project_ref?.message }}
            unknownRef={unknownRef(query, projects)}
          />
          <Field label={formText.subject} error={errors.subject?.message}>
            <Input autoComplete="off" {...form.register('subject')} />
          </Field>
          <Controller
            control={form.control}
            name="message"
            render={({ field }) => (
              <Field
                label={formText.message}
                error={errors.message?.message}
                aside={<CharacterCount length={field.value.length} maxLength={messageMaxLength} />}
                hint={formText.messageHint}
              >
                <LongTextarea
                  ref={field.ref}
                  rows={8}
                  className="max-h-[50dvh]"
                  value={field.value}
                  maxLength={messageMaxLength}
                  onValueChange={field.onChange}
                  onBlur={field.onBlur}
                />
              </Field>
            )}
          />
          {values.error !== '' && <ErrorBlock text={values.error} onRemove={() => form.setValue('error', '')} />}
          {values.pathname !== '' && (
            <p className="text-xs wrap-anywhere text-faint">
              {formText.page}
              <span className="font-mono">{values.pathname}</span>
            </p>
          )}
          {errors.root && <ErrorNotice error={create.error} />}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-3 border-t px-4 py-3">
          <p className="max-w-sm text-xs text-soft">{formText.note}</p>
          <Button type="submit" variant="primary" isPending={create.isPending} className="ml-auto">
            {formText.send}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function unknownRef({ ref }: SupportQuery, projects: readonly { readonly ref: string }[]): string | undefined {
  return projects.some((project) => project.ref === ref) ? undefined : ref
}
