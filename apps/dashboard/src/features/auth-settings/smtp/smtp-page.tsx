import { Tabs } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { AuthPage } from '../kit/auth-page.tsx'
import { PageForm } from '../kit/settings-page.tsx'
import { smtpPage } from '../pages/service-pages.ts'
import { smtpPageText } from './messages.ts'
import { SendTest } from './send-test.tsx'

export interface SmtpPageProps {
  readonly projectRef: string
  readonly tab: 'settings' | 'emails'
  readonly onTab: (tab: SmtpPageProps['tab']) => void
  /** Shows what was mailed. */
  readonly emails: ReactNode
}

/** The mail server of a project, and what was mailed. */
export function SmtpPage({ projectRef, tab, onTab, emails }: SmtpPageProps) {
  const mayChange = useIsAllowed(projectRef)('project_auth:all')
  return (
    <AuthPage projectRef={projectRef} title={smtpPage.title} description={smtpPage.description}>
      {(overview) => (
        <Tabs
          label={smtpPageText.smtp}
          value={tab}
          onValueChange={onTab}
          panelClassName="flex flex-col gap-6 pt-6 data-hidden:hidden"
          tabs={[
            {
              value: 'settings',
              label: smtpPageText.settings,
              isKept: true,
              content: (
                <PageForm key={projectRef} {...{ projectRef, overview }} page={smtpPage}>
                  {(typed) => mayChange && <SendTest projectRef={projectRef} typed={typed} />}
                </PageForm>
              ),
            },
            { value: 'emails', label: smtpPageText.emails, content: emails },
          ]}
        />
      )}
    </AuthPage>
  )
}
