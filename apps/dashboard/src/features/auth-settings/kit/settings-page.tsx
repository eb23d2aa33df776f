import type { AuthOverview, AuthSettingName } from '@colonnade/contracts/auth/auth-settings'
import { Panel } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { SettingsForm } from '../../../lib/settings/settings-form.tsx'
import { AuthPage } from './auth-page.tsx'
import { type SettingPage, type Typed, wordsOf } from './definition.ts'
import { applyText, noChangeText } from './messages.ts'
import { SettingSections } from './setting-sections.tsx'
import { useAuthSettings } from './use-auth-settings.ts'

export interface SettingsPageProps {
  readonly projectRef: string
  readonly page: SettingPage
  /** What stands below the form, beside what is entered in it. */
  readonly children?: ((typed: Typed, overview: AuthOverview) => ReactNode) | undefined
}

/** A page that is nothing but a list of settings. */
export function SettingsPage({ projectRef, page, children }: SettingsPageProps) {
  return (
    <AuthPage projectRef={projectRef} title={page.title} description={page.description}>
      {(overview) => (
        <PageForm key={projectRef} {...{ projectRef, page, overview }}>
          {children}
        </PageForm>
      )}
    </AuthPage>
  )
}

export interface PageFormProps extends SettingsPageProps {
  readonly overview: AuthOverview
  /** What stands below a setting. */
  readonly aside?: ((name: AuthSettingName) => ReactNode) | undefined
}

/** The settings of a page, without its heading. */
export function PageForm({ projectRef, page: { title, sections }, aside, children, overview }: PageFormProps) {
  const form = useAuthSettings(projectRef, wordsOf(sections), overview)
  return (
    <>
      <Panel label={title}>
        <SettingsForm settings={form.settings} whyReadOnly={form.isReadOnly ? noChangeText : undefined} note={applyText}>
          <SettingSections {...{ sections, form, overview, aside }} />
        </SettingsForm>
      </Panel>
      {children?.(form.typed, overview)}
    </>
  )
}
