import type { NetworkRestrictions } from '@colonnade/contracts/connections/network-restrictions'
import { Button, ConfirmDialog, Field, Panel, PanelContent, PanelHeader, SegmentedControl, Skeleton, Textarea, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice, failureText } from '../../lib/error-notice.tsx'
import { SettingsForm } from '../../lib/settings/settings-form.tsx'
import { whoMay } from '../../lib/texts/who-may.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { networksPanelText } from './messages.ts'
import { addNetwork, readNetworks } from './networks.ts'
import { networksQuery, useUpdateNetworks } from './queries.ts'

/** From where clients may connect through the pooler. */
export function NetworksPanel({ projectRef }: { readonly projectRef: string }) {
  const { data, error, refetch } = useQuery(networksQuery(projectRef))
  const { parent_project_ref: parent, is_branch_enabled: hasBranches } = useProject(projectRef)
  const isBranch = parent !== null && parent !== projectRef
  return (
    <Panel label={networksPanelText.networkRestrictions}>
      <PanelHeader title={networksPanelText.networkRestrictions} description={networksPanelText.addressesClientsConnectPooler} />
      {!data && error && (
        <ErrorNotice error={error} subject={networksPanelText.failedLoadNetworkRestrictions} onRetry={() => void refetch()} className="m-4" />
      )}
      {!data && !error && (
        <PanelContent>
          <output aria-label={networksPanelText.loadingNetworkRestrictions}>
            <Skeleton className="h-16 w-full" />
          </output>
        </PanelContent>
      )}
      {data && (isBranch || hasBranches) && (
        <PanelContent className="text-sm text-soft">
          {isBranch ? networksPanelText.copiedFromSourceWhen : networksPanelText.eachBranchCopiedThese}
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
      onSuccess: () => toast.success(networksPanelText.networkRestrictionsSaved),
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
        whyReadOnly={mayOperate ? undefined : whoMay('projects:operate', networksPanelText.change)}
        note={networksPanelText.appliesNewConnectionsDashboard}
        leaving="silent"
        className="items-start"
      >
        <SegmentedControl
          label={networksPanelText.allowConnections}
          value={isRestricted ? 'restricted' : 'everywhere'}
          disabled={!mayOperate}
          onValueChange={(value) => setIsRestricted(value === 'restricted')}
          options={[
            { value: 'everywhere', label: networksPanelText.fromEverywhere },
            { value: 'restricted', label: networksPanelText.from },
          ]}
        />
        {isRestricted && (
          <Field
            className="w-full"
            label={networksPanelText.networks}
            error={problem}
            hint={
              problem !== undefined ? undefined : networks.length === 0 ? networksPanelText.noOneConnectWhile : networksPanelText.onePerLineAddress
            }
            aside={
              <Button size="sm" variant="ghost" onClick={() => setText(addNetwork(text, saved.own_address))}>
                {networksPanelText.addMyAddress}
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
        title={networksPanelText.blockAllConnections}
        description={networksPanelText.listEmptySoPooler}
        confirmLabel={networksPanelText.blockAllConnectionsLabel}
        isDanger
        onConfirm={async () => void (await update.mutateAsync(wanted))}
      />
    </>
  )
}
