import { SettingsPage } from '../kit/settings-page.tsx'
import { urlConfigurationPage } from '../pages/service-pages.ts'
import { RedirectTester } from './redirect-tester.tsx'

/** Where users of a project are sent, and a tester for the rules. */
export function UrlConfigurationPage({ projectRef }: { readonly projectRef: string }) {
  return (
    <SettingsPage projectRef={projectRef} page={urlConfigurationPage}>
      {(typed) => <RedirectTester typed={typed} />}
    </SettingsPage>
  )
}
