import type { NetworkRestrictions } from '@colonnade/contracts/connections/network-restrictions'
import { Button, ConfirmDialog, Field, Panel, PanelContent, PanelHeader, SegmentedControl, Skeleton, Textarea, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { addNetwork, readNetworks } from './networks.ts'
import { networksQuery, useUpdateNetworks } from './queries.ts'

/** From where clients may connect through the pooler. */
export function NetworksPanel({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(networksQuery(projectRef))
  const { parent_project_ref: parent, is_branch_enabled: hasBranches } = useProject(projectRef)
  const isBranch = parent !== null && parent !== projectRef
  return (
    <Panel label="Network restrictions">
      <PanelHeader title="Network restrictions" description="From where clients may connect through the pooler, in both modes." />
      {!data && error && (
        <ErrorNotice error={error} subject="Failed to load the network restrictions" onRetry={() => void refetch()} className="m-4" />
      )}
      {!data && !error && (
        <PanelContent>
          <output aria-label="Loading the network restrictions">
            <Skeleton className="h-16 w-full" />
          </output>
        </PanelContent>
      )}
      {data && (isBranch || hasBranches) && (
        <PanelContent className="text-sm text-soft">
          {isBranch
            ? 'Taken over from its source when the branch was made. What is changed there later does not change it here.'
            : 'Each branch took these over when it was made, and has its own since then: what is changed here does not change them.'}
        </PanelContent>
      )}
      {data && <NetworksForm saved={data} projectRef={projectRef} />}
    </Panel>
  )
}

function NetworksForm({ saved, projectRef }: { readonly saved: NetworkRestrictions; readonly projectRef: string }) {
  const mayOperate = useIsAllowed(projectRef)('projects:operate')
  const update = useUpdateNetworks(projectRef)
  const [isRestricted, setIsRestricted] = useState(saved.networks !== null)
  const [text, setText] = useState(saved.networks?.join('\n') ?? '')
  const { networks, problem } = readNetworks(text)
  const wanted = isRestricted ? [...networks] : null
  const isChanged = JSON.stringify(wanted) !== JSON.stringify(saved.networks)
  const [isAsking, setIsAsking] = useState(false)
  const isShutting = wanted?.length === 0
  const save = () =>
    update.mutate(wanted, {
      onSuccess: () => toast.success('Network restrictions saved'),
      onError: (failure) => toast.error(failureText('change the network restrictions', failure)),
    })
  return (
    <>
      <SettingsForm
        settings={{
          isDirty: isChanged,
          isValid: !isRestricted || problem === undefined,
          isSaving: update.isPending,
          save: () => (isShutting ? setIsAsking(true) : save()),
        }}
        whyReadOnly={mayOperate ? undefined : whoMay('projects:operate', 'change it')}
        note="Holds for new connections; those that are open stay. Pages of the dashboard and direct connections on this machine are not restricted."
        leaving="silent"
        className="items-start"
      >
        <SegmentedControl
          label="Clients may connect"
          value={isRestricted ? 'restricted' : 'everywhere'}
          disabled={!mayOperate}
          onValueChange={(value) => setIsRestricted(value === 'restricted')}
          options={[
            { value: 'everywhere', label: 'From everywhere' },
            { value: 'restricted', label: 'Only from' },
          ]}
        />
        {isRestricted && (
          <Field
            className="w-full"
            label="Networks"
            error={problem}
            hint={
              problem !== undefined
                ? undefined
                : networks.length === 0
                  ? 'Nobody can connect while there is none.'
                  : 'One a line: an address, or a network such as 203.0.113.0/24 or 2001:db8::/32.'
            }
            aside={
              <Button size="sm" variant="ghost" onClick={() => setText(addNetwork(text, saved.own_address))}>
                Add my address
              </Button>
            }
          >
            <Textarea isMono rows={4} spellCheck={false} value={text} onChange={(event) => setText(event.target.value)} />
          </Field>
        )}
      </SettingsForm>
      <ConfirmDialog
        isOpen={isAsking}
        onOpenChange={setIsAsking}
        title="Let nobody connect?"
        description="The list is empty: every new connection through the pooler is refused, in both modes, from everywhere. Those that are open stay."
        confirmLabel="Let nobody connect"
        isDanger
        onConfirm={async () => void (await update.mutateAsync(wanted))}
      />
    </>
  )
}
