import type { AuthOverview } from '@colonnade/contracts/auth/auth-settings'
import type { ReactNode } from 'react'
import { SidePanel } from '../../../lib/panels/side-panel.tsx'
import { SettingsForm } from '../../../lib/settings/settings-form.tsx'
import { type SettingSection, wordsOf } from './definition.ts'
import { noChangeText } from './messages.ts'
import { SettingSections } from './setting-sections.tsx'
import { type AuthForm, useAuthSettings } from './use-auth-settings.ts'

export interface SettingsSheetProps {
  readonly projectRef: string
  readonly title: string
  readonly description?: string | undefined
  readonly sections: readonly SettingSection[]
  readonly overview: AuthOverview
  readonly onClose: () => void
  readonly size?: 'form' | 'wide'
  /** Above the form. */
  readonly above?: ReactNode
  /** Below the form, for who may change it. */
  readonly below?: ReactNode
  /** In place of the fields, where they need more than their words. */
  readonly children?: (form: AuthForm) => ReactNode
}

/** Some settings in a panel over their page. */
export function SettingsSheet({
  projectRef,
  title,
  description,
  sections,
  overview,
  onClose,
  size = 'form',
  above,
  below,
  children,
}: SettingsSheetProps) {
  const form = useAuthSettings(projectRef, wordsOf(sections), overview)
  const { settings, isReadOnly } = form
  return (
    <SidePanel
      title={title}
      {...(description !== undefined && { description })}
      size={size}
      isDirty={settings.isDirty && !isReadOnly}
      onClose={onClose}
      onSubmit={() => !isReadOnly && settings.save()}
    >
      {above}
      <SettingsForm settings={settings} whyReadOnly={isReadOnly ? noChangeText : undefined} leaving="silent">
        {children?.(form) ?? <SettingSections {...{ sections, form, overview }} />}
      </SettingsForm>
      {!isReadOnly && below}
    </SidePanel>
  )
}
