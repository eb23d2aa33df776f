import { Panel, PanelContent, PanelHeader } from '@colonnade/ui'
import { SettingsPage } from '../kit/settings-page.tsx'
import { protectionPage } from '../pages/protection-pages.ts'

const sources = {
  file: 'This installation compares passwords with its own copy of the Have I Been Pwned list. Nothing about them is sent anywhere.',
  service:
    'Passwords are checked with the Have I Been Pwned service. It gets the first five characters of a hash, never a password. If it doesn’t answer within one second, the password is accepted.',
} as const

/** What keeps attackers out, and where leaked passwords are looked up. */
export function ProtectionPage({ projectRef }: { readonly projectRef: string }) {
  return (
    <SettingsPage projectRef={projectRef} page={protectionPage}>
      {(_typed, { leaked_passwords: source }) => (
        <Panel label="Leaked passwords">
          <PanelHeader title="Source of leaked passwords" />
          <PanelContent className="text-sm text-soft">{sources[source]}</PanelContent>
        </Panel>
      )}
    </SettingsPage>
  )
}
