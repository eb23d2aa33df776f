import { featurePreviews, type HideableFeature, hideableFeatures } from '@colonnade/contracts/people/sessions'
import { Card, Switch, cn } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { defaultSidebarBehavior, sidebarBehaviors } from '../../lib/appearance/sidebar.ts'
import { themeChoices } from '../../lib/appearance/theme.ts'
import { useTheme } from '../../lib/appearance/use-theme.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useChoose } from '../../scope/preferences.ts'
import { profileQuery } from '../../scope/queries.ts'
import { hideableTexts } from './hideable.ts'
import { pageText } from './messages.ts'
import { previewTexts } from './previews.ts'
import { PictureField } from './picture/picture-field.tsx'
import { NameForm } from './name-form.tsx'
import { ThemePicture } from './theme-picture.tsx'

/** What a person chooses for themself. Every choice holds at once, and on all their machines. */
export function PreferencesPage() {
  useTitle('Preferences')
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { preferences } = profile
  const theme = useTheme()
  const choose = useChoose()
  const choosePreview = (id: (typeof featurePreviews)[number], isOn: boolean) =>
    choose({ feature_previews: featurePreviews.filter((each) => (each === id ? isOn : preferences.feature_previews.includes(each))) })
  const chooseFeature = (id: HideableFeature, isOn: boolean) =>
    choose({ disabled_features: hideableFeatures.filter((each) => (each === id ? !isOn : profile.disabled_features.includes(each))) })
  return (
    <Page title={pageText.title} description={pageText.description} width="narrow">
      <Section title={pageText.profile}>
        <Card className="flex flex-wrap items-center gap-x-6 gap-y-4 p-4">
          <PictureField profile={profile} />
          <NameForm profile={profile} />
        </Card>
      </Section>

      <Section title={pageText.theme}>
        <Choices name="theme" legend={pageText.theme} value={theme} onChange={(next) => choose({ theme: next })}>
          {themeChoices.map(({ value, label }) => ({ value, label, picture: <ThemePicture theme={value} /> }))}
        </Choices>
      </Section>

      <Section title={pageText.sidebar}>
        <Choices
          name="sidebar"
          legend={pageText.sidebar}
          value={preferences.sidebar ?? defaultSidebarBehavior}
          onChange={(next) => choose({ sidebar: next })}
        >
          {sidebarBehaviors.map(({ value, label }) => ({ value, label }))}
        </Choices>
      </Section>

      <Section title={pageText.features}>
        <p className="-mt-1 text-soft">{pageText.featuresHint}</p>
        <Card>
          <ul className="grid gap-x-6 gap-y-3 p-4 sm:grid-cols-2">
            {hideableFeatures.map((id) => (
              <li key={id}>
                <Switch
                  isOn={!profile.disabled_features.includes(id)}
                  onChange={(isOn) => chooseFeature(id, isOn)}
                  label={<span className="font-medium">{hideableTexts[id].name}</span>}
                />
                <p className="ml-9 text-xs text-soft">{hideableTexts[id].place}</p>
              </li>
            ))}
          </ul>
        </Card>
      </Section>

      <Section title={pageText.featurePreviews} id="feature-previews">
        <p className="-mt-1 text-soft">{pageText.previewsHint}</p>
        <Card>
          <ul>
            {featurePreviews.map((id) => (
              <li key={id} className="border-b p-4 last:border-b-0">
                <Switch
                  isOn={preferences.feature_previews.includes(id)}
                  onChange={(isOn) => choosePreview(id, isOn)}
                  label={<span className="font-medium">{previewTexts[id].name}</span>}
                />
                <p className="mt-1 ml-9 text-soft">{previewTexts[id].description}</p>
              </li>
            ))}
          </ul>
        </Card>
      </Section>
    </Page>
  )
}

function Section({ title, id, children }: { readonly title: string; readonly id?: string; readonly children: ReactNode }) {
  return (
    <section aria-label={title} id={id} className="flex scroll-mt-6 flex-col gap-3">
      <h2 className="font-medium">{title}</h2>
      {children}
    </section>
  )
}

interface ChoicesProps<Value extends string> {
  readonly name: string
  readonly legend: string
  readonly value: Value
  readonly onChange: (value: Value) => void
  readonly children: readonly { readonly value: Value; readonly label: string; readonly picture?: ReactNode }[]
}

/** One of a few, each with its picture. */
function Choices<Value extends string>({ name, legend, value, onChange, children }: ChoicesProps<Value>) {
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      <legend className="sr-only">{legend}</legend>
      {children.map((choice) => (
        <label
          key={choice.value}
          className={cn(
            'flex cursor-pointer flex-col gap-2 rounded-md border bg-surface p-2 transition-colors hover:border-strong has-focus-visible:ring-2 has-focus-visible:ring-accent',
            choice.value === value && 'border-accent bg-selected',
          )}
        >
          {choice.picture}
          <span className="flex items-center gap-2">
            <input
              type="radio"
              name={name}
              checked={choice.value === value}
              onChange={() => onChange(choice.value)}
              className="accent-[var(--color-accent-solid)]"
            />
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
