import { type EdgeFunction, functionPlans, responseMs } from '@colonnade/contracts/functions/edge-functions'
import { Button, cn, ConfirmDialog, Field, Input, Panel, PanelContent, PanelHeader, Switch, Textarea, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { organizationQuery } from '../../../scope/queries.ts'
import { useProject } from '../../../scope/use-project.ts'
import { limitId } from '../limit-id.ts'
import { settingsText } from '../messages.ts'
import { readHosts } from './allowed-hosts.ts'
import { useRemoveFunction, useUpdateFunction } from './mutations.ts'
import { SettingsForm } from '../../../lib/settings/settings-form.tsx'

export interface SettingsTabProps {
  readonly projectRef: string
  readonly edgeFunction: EdgeFunction
  readonly onDeleted: () => void
}

/** Shows the settings and limits of a function, and deletes it. */
export function SettingsTab({ projectRef, edgeFunction, onDeleted }: SettingsTabProps) {
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const { organization_slug } = useProject(projectRef)
  const { data: organization } = useSuspenseQuery(organizationQuery(organization_slug))
  const plan = functionPlans[organization.plan.id]
  const { slug, entrypoint_path, import_map_path } = edgeFunction
  return (
    <div className="flex max-w-4xl flex-col gap-6 px-4 py-6 md:px-8">
      <Form
        key={JSON.stringify([edgeFunction.name, edgeFunction.verify_jwt, edgeFunction.allowed_hosts])}
        projectRef={projectRef}
        edgeFunction={edgeFunction}
        mayChange={mayChange}
      />
      <Panel>
        <PanelHeader title={settingsText.limits} description={settingsText.limitsText} />
        <dl className="ruled">
          <Detail id={limitId('memory')} label={settingsText.limitLabels.memory}>
            {settingsText.memory(formatBytes(plan.memoryBytes))}
          </Detail>
          <Detail id={limitId('cpu')} label={settingsText.limitLabels.cpu}>
            {settingsText.cpu(plan.cpuMs / 1_000)}
          </Detail>
          <Detail id={limitId('duration')} label={settingsText.limitLabels.duration}>
            {settingsText.wallClock(plan.wallClockMs / 1_000)}
          </Detail>
          <Detail id={limitId('response')} label={settingsText.limitLabels.response}>
            {settingsText.response(responseMs / 1_000)}
          </Detail>
          <Detail label={settingsText.limitLabels.idle}>{settingsText.idle(plan.idleMs / 1_000)}</Detail>
          <Detail label={settingsText.limitLabels.workers}>{settingsText.workers(plan.maxWorkers)}</Detail>
        </dl>
      </Panel>
      <Panel>
        <PanelHeader title={settingsText.details} />
        <dl className="ruled">
          <Detail label={settingsText.entrypoint}>
            <span className="font-mono text-xs">{entrypoint_path}</span>
          </Detail>
          {import_map_path !== null && (
            <Detail label={settingsText.denoConfiguration}>
              <span className="font-mono text-xs">{import_map_path}</span>
            </Detail>
          )}
        </dl>
      </Panel>
      {mayChange && <DeletePanel projectRef={projectRef} slug={slug} onDeleted={onDeleted} />}
    </div>
  )
}

function Form({ projectRef, edgeFunction, mayChange }: Omit<SettingsTabProps, 'onDeleted'> & { readonly mayChange: boolean }) {
  const [name, setName] = useState(edgeFunction.name)
  const [isVerified, setIsVerified] = useState(edgeFunction.verify_jwt)
  const [isLimited, setIsLimited] = useState(edgeFunction.allowed_hosts !== null)
  const [hostText, setHostText] = useState((edgeFunction.allowed_hosts ?? []).join('\n'))
  const update = useUpdateFunction(projectRef, edgeFunction.slug)
  const problem = name.trim() === '' ? settingsText.nameMissing : undefined
  const { hosts, problem: hostProblem } = isLimited ? readHosts(hostText) : { hosts: null }
  const hasOtherHosts = hosts?.join('\n') !== edgeFunction.allowed_hosts?.join('\n')
  return (
    <Panel>
      <PanelHeader title={settingsText.title} />
      <SettingsForm
        whyReadOnly={mayChange ? undefined : settingsText.readOnly}
        settings={{
          isDirty: name !== edgeFunction.name || isVerified !== edgeFunction.verify_jwt || hasOtherHosts || hostProblem !== undefined,
          isValid: problem === undefined && hostProblem === undefined,
          isSaving: update.isPending,
          error: update.error,
          save: () =>
            update.mutate(
              { name: name.trim(), verify_jwt: isVerified, allowed_hosts: hosts },
              { onSuccess: () => toast.success(settingsText.saved) },
            ),
          discard: () => {
            setName(edgeFunction.name)
            setIsVerified(edgeFunction.verify_jwt)
            setIsLimited(edgeFunction.allowed_hosts !== null)
            setHostText((edgeFunction.allowed_hosts ?? []).join('\n'))
          },
        }}
      >
        <Field label={settingsText.name} {...(problem !== undefined && { error: problem })}>
          <Input value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
        </Field>
        <div className="flex flex-col gap-1">
          <Switch isOn={isVerified} disabled={!mayChange} onChange={setIsVerified} label={settingsText.verify} />
          <p className="pl-9 text-xs text-faint">{isVerified ? settingsText.verified : settingsText.unverified}</p>
        </div>
        <div className="flex flex-col gap-1">
          <Switch isOn={isLimited} disabled={!mayChange} onChange={setIsLimited} label={settingsText.limitHosts} />
          <p className="pl-9 text-xs text-faint">{isLimited ? settingsText.hostsLimited : settingsText.hostsUnlimited}</p>
        </div>
        {isLimited && (
          <Field label={settingsText.hosts} hint={settingsText.hostsHint} {...(hostProblem !== undefined && { error: hostProblem })}>
            <Textarea
              rows={4}
              spellCheck={false}
              autoCapitalize="none"
              className="font-mono text-xs"
              value={hostText}
              onChange={(event) => setHostText(event.target.value)}
            />
          </Field>
        )}
      </SettingsForm>
    </Panel>
  )
}

function DeletePanel({ projectRef, slug, onDeleted }: { readonly projectRef: string; readonly slug: string; readonly onDeleted: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const remove = useRemoveFunction(projectRef, slug)
  return (
    <Panel>
      <PanelHeader title={settingsText.deleteTitle(slug)} />
      <PanelContent className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-60 text-soft">{settingsText.deleteText}</p>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          {settingsText.deleteAction}
        </Button>
      </PanelContent>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title={`${settingsText.deleteTitle(slug)}?`}
        description={settingsText.deleteText}
        confirmLabel={settingsText.deleteAction}
        typedName={slug}
        isDanger
        onConfirm={async () => {
          await remove.mutateAsync()
          toast.success(settingsText.deleted)
          onDeleted()
        }}
      />
    </Panel>
  )
}

/** Highlights the detail named in the URL. */
function Detail({ id, label, children }: { readonly id?: string; readonly label: string; readonly children: ReactNode }) {
  const isNamed = useLocation({ select: ({ hash }) => id !== undefined && hash === id })
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isNamed) place.current?.scrollIntoView({ block: 'center' })
  }, [isNamed])
  return (
    <div ref={place} id={id} className={cn('flex flex-wrap gap-x-4 px-4 py-2', isNamed && 'bg-accent-tint')}>
      <dt className="w-40 text-soft">{label}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  )
}
