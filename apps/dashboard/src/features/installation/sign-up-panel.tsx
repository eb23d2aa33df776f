import { Panel, PanelContent, PanelHeader, SegmentedControl, toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { messageOf } from '../../lib/error-notice.tsx'
import { signUpPanelText } from './messages.ts'
import { useChangeInstallation } from './mutations.ts'
import { installationQuery } from './queries.ts'

const choices = [
  { value: 'invite-only', label: signUpPanelText.invitation },
  { value: 'open', label: signUpPanelText.anyone },
] as const

const consequences = {
  'invite-only': signUpPanelText.peopleInvitedOrganizationSign,
  open: signUpPanelText.anyoneWhoReachInstallation,
}

/** Who may make an account here. */
export function SignUpPanel() {
  const { data: settings } = useSuspenseQuery(installationQuery)
  const change = useChangeInstallation()
  const shown = (change.isPending && change.variables.sign_up) || settings.sign_up
  return (
    <Panel label={signUpPanelText.accounts}>
      <PanelHeader
        title={signUpPanelText.accounts}
        description={signUpPanelText.whoSignUp}
        aside={
          <SegmentedControl
            label={signUpPanelText.whoSignUpLabel}
            value={shown}
            options={choices}
            onValueChange={(next) =>
              change.mutate({ sign_up: next }, { onError: (error) => toast.error(signUpPanelText.couldntSaveSetting(messageOf(error))) })
            }
          />
        }
      />
      <PanelContent>
        <p className="text-soft">{consequences[shown]}</p>
      </PanelContent>
    </Panel>
  )
}
