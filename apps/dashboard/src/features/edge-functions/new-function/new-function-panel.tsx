import { FunctionSlug } from '@colonnade/contracts/functions/edge-functions'
import { isAppError } from '@colonnade/core'
import { Button, cn, Field, Input, toast } from '@colonnade/ui'
import { useState } from 'react'
import { CodePanel } from '../../../lib/code/code-panel.tsx'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { DeployTime } from '../code/deploy-time.tsx'
import { useDeploy } from '../code/source-calls.ts'
import { newText } from '../messages.ts'
import { functionTemplates } from '../templates/templates.ts'

export interface NewFunctionPanelProps {
  readonly projectRef: string
  /** Slugs in use. */
  readonly slugs: readonly string[]
  /** The template to start from. */
  readonly template: string | undefined
  readonly onTemplate: (id: string) => void
  readonly onClose: () => void
  readonly onDone: (slug: string) => void
}

/** Creates a function from a template and opens its code. */
export function NewFunctionPanel({ projectRef, slugs, template: id, onTemplate, onClose, onDone }: NewFunctionPanelProps) {
  const template = functionTemplates.find((each) => each.id === id) ?? functionTemplates[0]!
  const [slug, setSlug] = useState('')
  const [problem, setProblem] = useState<string>()
  const deploy = useDeploy(projectRef)
  const create = () => {
    const found = problemOf(slug, slugs)
    setProblem(found)
    if (found !== undefined || deploy.isPending) return
    deploy.mutate(
      {
        slug,
        isJwtVerified: template.isJwtVerified,
        source: { files: [{ path: 'index.ts', content: template.source }], entrypoint: 'index.ts', importMap: null, staticPatterns: [] },
      },
      {
        onSuccess: () => {
          toast.success(newText.done)
          onDone(slug)
        },
      },
    )
  }
  const log = isAppError(deploy.error, 'function_build_failed') ? deploy.error.message : null
  return (
    <SidePanel
      title={newText.title}
      description={newText.description}
      size="wide"
      isDirty={slug !== '' && !deploy.isSuccess}
      onClose={onClose}
      onSubmit={create}
      footer={
        <>
          <Button onClick={onClose}>{newText.cancel}</Button>
          <Button variant="primary" isPending={deploy.isPending} onClick={create}>
            {deploy.isPending ? <DeployTime /> : newText.create}
          </Button>
        </>
      }
    >
      <div className="flex min-h-0 flex-1 flex-col gap-5 overflow-y-auto p-4">
        <Field label={newText.slug} hint={newText.slugHint} {...(problem !== undefined && { error: problem })}>
          <Input
            value={slug}
            placeholder={template.id}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => {
              setSlug(event.target.value)
              setProblem(undefined)
            }}
          />
        </Field>
        <fieldset className="flex flex-col gap-2">
          <legend className="pb-1.5 text-sm font-medium">{newText.template}</legend>
          <div className="grid gap-2 sm:grid-cols-2">
            {functionTemplates.map((each) => (
              // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is what the template is called
              <label
                key={each.id}
                className={cn(
                  'flex cursor-pointer gap-2 rounded-lg border px-3 py-2 hover:bg-hover has-focus-visible:outline-2 has-focus-visible:outline-accent',
                  each.id === template.id && 'border-accent bg-accent-tint',
                )}
              >
                <input
                  type="radio"
                  name="template"
                  className="mt-1 accent-(--accent)"
                  checked={each.id === template.id}
                  onChange={() => onTemplate(each.id)}
                />
                <span className="min-w-0">
                  <span className="block font-medium">{each.name}</span>
                  <span className="block text-xs text-soft">{each.description}</span>
                </span>
              </label>
            ))}
          </div>
        </fieldset>
        {!template.isJwtVerified && <p className="text-xs text-soft">{newText.open}</p>}
        {deploy.error !== null && log === null && <ErrorNotice error={deploy.error} subject={newText.createFailed} />}
        {log !== null && (
          <p role="alert" className="text-xs wrap-anywhere whitespace-pre-wrap text-danger">
            {log}
          </p>
        )}
        <CodePanel label={newText.codeOf(template.name)} language="typescript" value={template.source} rows={12} />
      </div>
    </SidePanel>
  )
}

function problemOf(slug: string, slugs: readonly string[]): string | undefined {
  const { error } = FunctionSlug.safeParse(slug)
  if (error) return slug === '' ? newText.slugMissing : error.issues[0]!.message
  return slugs.includes(slug) ? newText.slugTaken(slug) : undefined
}
