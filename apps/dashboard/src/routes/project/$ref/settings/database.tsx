import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSettingsPage } from '../../../../features/database-settings/database-settings-page.tsx'
import { PasswordSetting } from '../../../../features/projects/password-setting.tsx'

export const Route = createFileRoute('/project/$ref/settings/database')({
  component: function DatabaseSettingsRoute() {
    const { ref } = Route.useParams()
    return <DatabaseSettingsPage projectRef={ref} password={<PasswordSetting projectRef={ref} />} />
  },
})
