import type { AuthSettingName } from '@colonnade/contracts/auth/auth-settings'
import { CustomProviderList } from '../custom-providers/custom-provider-list.tsx'
import { AuthPage } from '../kit/auth-page.tsx'
import { FormList } from '../kit/form-list.tsx'
import { SettingsSheet } from '../kit/settings-sheet.tsx'
import { customForm, providerForms } from '../pages/provider-forms.ts'
import { TestLink } from '../sign-in-test/test-link.tsx'
import type { OpenFormProps } from '../search.ts'
import { CallbackUrl } from './callback-url.tsx'
import { providersPageText } from './messages.ts'

export interface ProvidersPageProps extends OpenFormProps {
  readonly projectRef: string
}

/** The ways in which users of a project can sign in. */
export function ProvidersPage({ projectRef, open, onOpen }: ProvidersPageProps) {
  const shown = [...providerForms, customForm].find(({ id }) => id === open)
  return (
    <AuthPage projectRef={projectRef} title={providersPageText.signProviders} description={providersPageText.waysWhichYourUsers}>
      {(overview) => {
        const hasClient = (id: string) => Boolean(overview.values[`external_${id}_client_id` as AuthSettingName])
        return (
          <>
            <FormList
              title={providersPageText.signProviders2}
              items={providerForms.map(({ id, name, description, enabledBy }) => ({
                id,
                name,
                description,
                isEnabled: enabledBy.some((setting) => overview.values[setting] === true),
              }))}
              onOpen={onOpen}
            />
            <CustomProviderList {...{ projectRef, open, onOpen }} isOn={overview.values.custom_oauth_enabled === true} />
            {shown && (
              <SettingsSheet
                key={shown.id}
                {...{ projectRef, overview }}
                title={shown.name}
                description={shown.description}
                sections={shown.sections}
                above={shown.hasCallback && <CallbackUrl projectRef={projectRef} />}
                below={shown.hasCallback && hasClient(shown.id) && <TestLink projectRef={projectRef} provider={shown.id} />}
                onClose={() => onOpen(undefined)}
              />
            )}
          </>
        )
      }}
    </AuthPage>
  )
}
