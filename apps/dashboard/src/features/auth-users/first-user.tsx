import { buttonClass, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { CopyableText } from '../../lib/code-text/code-text.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { apiParametersOf } from '../../scope/project-settings/api-parameters.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import { firstUserText } from './messages.ts'

/** In place of users while there are none: how an application signs the first one up. */
export function FirstUser({ projectRef }: { readonly projectRef: string }) {
  const isAllowed = useIsAllowed(projectRef)
  const mayReadKeys = isAllowed('service_keys:read')
  const mayReadMails = isAllowed('project_auth:all')
  const { data: settings } = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayReadKeys })
  const { url, anonKey } = apiParametersOf(settings)
  const code = `import { createClient } from '@supabase/supabase-js'

const supabase = createClient(
  '${url}',
  '${anonKey}',
)

const { data, error } = await supabase.auth.signUp({
  email: 'ada@example.com',
  password: 'choose-a-good-one',
})`
  return (
    <div className="flex flex-col gap-4">
      <EmptyState
        icon={<Users aria-hidden />}
        title={firstUserText.noUsersYet}
        action={
          mayReadMails && (
            <AppLink href={paths.project.authEmails(projectRef)} className={buttonClass()}>
              {firstUserText.openInbox}
            </AppLink>
          )
        }
      >
        {firstUserText.hint}
      </EmptyState>
      <CopyableText text={code} language="c-like" label={firstUserText.code} />
    </div>
  )
}
