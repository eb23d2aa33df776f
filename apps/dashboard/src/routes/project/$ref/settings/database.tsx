import { createFileRoute } from '@tanstack/react-router'
import { DatabaseSettingsPage } from '../../../../features/database-settings/database-settings-page.tsx'
import { ServerPage } from '../../../../features/projects/external/server-page.tsx'
import { PasswordSetting } from '../../../../features/projects/password-setting.tsx'
import { useProject } from '../../../../scope/use-project.ts'

export const Route = createFileRoute('/project/$ref/settings/database')({
  component: function DatabaseSettingsRoute() {
    const { ref } = Route.useParams()
    const project = useProject(ref)
    if (project.driver === 'external') return <ServerPage project={project} />
    return <DatabaseSettingsPage projectRef={ref} password={<PasswordSetting projectRef={ref} />} />
  },
})
