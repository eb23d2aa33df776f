import { Panel, PanelContent, PanelHeader, SegmentedControl, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/error-notice.tsx'
import { useChangeInstallation } from './mutations.ts'
import { installationQuery } from './queries.ts'

const choices = [
  { value: 'invite-only', label: 'By invitation' },
  { value: 'open', label: 'Anybody' },
] as const

const consequences = {
  'invite-only':
    'Accounts are made by who is invited to an organization: with a password, or through a provider that has verified the invited address.',
  open: 'Anybody who can reach this installation may make an account with their email address, or through a provider. They see nothing of anybody’s until they are invited, and may create organizations and projects of their own.',
}

/** Who may make an account here. */
export function SignUpPanel() {
  const { data: settings } = useSuspenseQuery(installationQuery)
  const change = useChangeInstallation()
  const shown = (change.isPending && change.variables.sign_up) || settings.sign_up
  return (
    <Panel label="Accounts">
      <PanelHeader
        title="Accounts"
        description="Who may make one."
        aside={
          <SegmentedControl
            label="Who may make an account"
            value={shown}
            options={choices}
            onValueChange={(next) => change.mutate({ sign_up: next }, { onError: (error) => toast.error(`Not changed: ${messageOf(error)}`) })}
          />
        }
      />
      <PanelContent>
        <p className="text-soft">{consequences[shown]}</p>
      </PanelContent>
    </Panel>
  )
}
