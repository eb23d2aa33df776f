import { buttonClass, Panel } from '@colonnade/ui'
import { Radio, Rows3, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '../../lib/links/app-link.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { addressOf, pages } from '../../paths.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { useProject } from '../../scope/use-project.ts'
import { startText } from './messages.ts'

/** What realtime does, and where it is set up. */
export function RealtimeStartPage({ projectRef }: { readonly projectRef: string }) {
  const { name } = useProject(projectRef)
  const mayRead = useIsAllowed(projectRef)('database:read')
  useTitle(startText.title, name)
  const { broadcast, presence, changes } = startText
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={startText.title} description={startText.description}>
        <Panel label={startText.parts}>
          <ul className="ruled">
            <Part icon={<Radio aria-hidden />} {...broadcast} />
            <Part icon={<Users aria-hidden />} {...presence} />
            <Part icon={<Rows3 aria-hidden />} {...changes}>
              {mayRead && (
                <AppLink
                  href={addressOf(pages.database.publications, { ref: projectRef })}
                  className={buttonClass({ size: 'sm', variant: 'secondary' })}
                >
                  {changes.action}
                </AppLink>
              )}
            </Part>
          </ul>
        </Panel>
      </Page>
    </div>
  )
}

interface PartProps {
  readonly icon: ReactNode
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
}

function Part({ icon, title, text, children }: PartProps) {
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-3 [&_svg]:mt-0.5 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-faint">
      {icon}
      <div className="min-w-0 flex-1 basis-60">
        <h2 className="font-medium">{title}</h2>
        <p className="text-soft">{text}</p>
      </div>
      {children}
    </li>
  )
}
