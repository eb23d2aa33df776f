import type { AuthOverview, AuthSettingName } from '@colonnade/contracts/auth/auth-settings'
import { useId, type ReactNode } from 'react'
import { ConflictNotice } from './conflict-notice.tsx'
import type { SettingSection } from './definition.ts'
import { SettingRow } from './setting-row.tsx'
import type { AuthForm } from './use-auth-settings.ts'

export interface SettingSectionsProps {
  readonly sections: readonly SettingSection[]
  readonly form: AuthForm
  readonly overview: AuthOverview
  /** What stands below a setting. */
  readonly aside?: ((name: AuthSettingName) => ReactNode) | undefined
}

/** The fields of a form of settings, below the changes that others saved since it was opened. Goes inside a `SettingsForm`. */
export function SettingSections({ sections, form, overview, aside }: SettingSectionsProps) {
  const { control, typed, isReadOnly, others, keepMine, settings } = form
  return (
    <>
      {others.length > 0 && <ConflictNotice changes={others} onKeep={keepMine} onDiscard={settings.discard} />}
      {sections.map(({ title, description, settings: all }) => (
        <Section key={title} title={title} description={description}>
          {all
            .filter(({ when }) => when?.(typed) ?? true)
            .map((words) => (
              <SettingRow key={words.name} {...{ words, control, overview, isReadOnly }} aside={aside?.(words.name)} />
            ))}
        </Section>
      ))}
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly description: string | undefined
  readonly children: ReactNode
}

function Section({ title, description, children }: SectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="-mx-4 flex flex-col gap-5 border-t px-4 pt-4 first:border-t-0 first:pt-0">
      <div>
        <h2 id={id} className="text-sm font-semibold">
          {title}
        </h2>
        {description !== undefined && <p className="text-xs text-faint">{description}</p>}
      </div>
      {children}
    </section>
  )
}
