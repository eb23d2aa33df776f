import { type PreviewUser, sampleUser } from '@colonnade/contracts/auth/mail-templates/sample-values'
import { type AuthOverview, findValueProblem } from '@colonnade/contracts/auth/auth-settings'
import { useState } from 'react'
import { AuthPage } from '../kit/auth-page.tsx'
import { typedDefault, typedValue } from '../kit/draft.ts'
import { FormList, type FormListItem } from '../kit/form-list.tsx'
import { SettingsSheet } from '../kit/settings-sheet.tsx'
import { type MailForm, mailForms, noticeForms } from '../pages/mail-forms.ts'
import type { OpenFormProps } from '../search.ts'
import { templatesPageText } from './messages.ts'
import { PreviewUserField } from './preview-user-field.tsx'
import { SendTemplate } from './send-template.tsx'
import { TemplateForm } from './template-form.tsx'

export interface TemplatesPageProps extends OpenFormProps {
  readonly projectRef: string
}

const itemOf =
  ({ values }: AuthOverview) =>
  ({ id, name, description, subject, body, enabledBy }: MailForm): FormListItem => ({
    id,
    name,
    description,
    isEnabled: enabledBy === null ? null : values[enabledBy] === true,
    note: [subject, body].some((setting) => typedValue(setting, values[setting]) !== typedDefault(setting)) ? templatesPageText.edited : undefined,
  })

/** The mails that a project sends to its users. */
export function TemplatesPage({ projectRef, open, onOpen }: TemplatesPageProps) {
  const shown = [...mailForms, ...noticeForms].find(({ id }) => id === open)
  const [user, setUser] = useState<PreviewUser>(sampleUser)
  return (
    <AuthPage projectRef={projectRef} title={templatesPageText.emailTemplates} description={templatesPageText.whatYourUsersRead}>
      {(overview) => (
        <>
          <FormList title={templatesPageText.signEmails} items={mailForms.map(itemOf(overview))} onOpen={onOpen} />
          <FormList
            title={templatesPageText.securityNotices}
            description={templatesPageText.tellUsersAboutChanges}
            items={noticeForms.map(itemOf(overview))}
            onOpen={onOpen}
          />
          {shown && (
            <SettingsSheet
              key={shown.id}
              {...{ projectRef, overview }}
              title={shown.name}
              description={shown.description}
              sections={[{ title: shown.name, settings: shown.settings }]}
              size="wide"
              onClose={() => onOpen(undefined)}
            >
              {(form) => (
                <TemplateForm
                  {...{ form, overview }}
                  mail={shown}
                  user={user}
                  chooser={
                    form.isReadOnly ? null : (
                      <>
                        <PreviewUserField {...{ projectRef, user }} onUser={setUser} />
                        <SendTemplate
                          projectRef={projectRef}
                          kind={shown.id}
                          subject={String(form.typed[shown.subject])}
                          body={String(form.typed[shown.body])}
                          isReady={[shown.subject, shown.body].every((name) => findValueProblem(name, String(form.typed[name])) === null)}
                        />
                      </>
                    )
                  }
                />
              )}
            </SettingsSheet>
          )}
        </>
      )}
    </AuthPage>
  )
}
