import { Badge } from '@colonnade/ui'
import { AuthPage } from '../kit/auth-page.tsx'
import { FormList } from '../kit/form-list.tsx'
import { SettingsSheet } from '../kit/settings-sheet.tsx'
import { hookForms } from '../pages/hook-forms.ts'
import type { OpenFormProps } from '../search.ts'
import { HookCalls } from './hook-calls.tsx'
import { HookTest } from './hook-test.tsx'
import { HookForm } from './hook-form.tsx'
import { hooksPageText } from './messages.ts'

export interface HooksPageProps extends OpenFormProps {
  readonly projectRef: string
}

/** Where the auth service of a project calls the project's own code. */
export function HooksPage({ projectRef, open, onOpen }: HooksPageProps) {
  const shown = hookForms.find(({ id }) => id === open)
  return (
    <AuthPage
      projectRef={projectRef}
      title={hooksPageText.hooks}
      badge={<Badge className="align-middle">{hooksPageText.beta}</Badge>}
      description={hooksPageText.runYourOwnCode}
    >
      {(overview) => (
        <>
          <FormList
            title={hooksPageText.hooks}
            items={hookForms.map(({ id, name, description }) => ({
              id,
              name,
              description,
              isEnabled: overview.values[`hook_${id}_enabled`] === true,
            }))}
            onOpen={onOpen}
          />
          {shown && (
            <SettingsSheet
              key={shown.id}
              {...{ projectRef, overview }}
              title={shown.name}
              description={shown.description}
              sections={[{ title: shown.name, settings: shown.settings }]}
              below={
                <>
                  <HookTest projectRef={projectRef} hook={shown.id} uri={overview.values[`hook_${shown.id}_uri`] ?? ''} />
                  <HookCalls projectRef={projectRef} hook={shown.id} />
                </>
              }
              onClose={() => onOpen(undefined)}
            >
              {(form) => <HookForm {...{ projectRef, form, overview }} hook={shown} />}
            </SettingsSheet>
          )}
        </>
      )}
    </AuthPage>
  )
}
