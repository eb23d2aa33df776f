import { useQuery } from '@tanstack/react-query'
import { CopyableText } from '../../../lib/code-text/code-text.tsx'
import type { ChosenClient } from '../../../scope/database-role/client.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { apiParametersOf } from '../../../scope/project-settings/api-parameters.ts'
import { projectSettingsQuery } from '../../../scope/project-settings/settings-query.ts'
import type { JoinDraft } from '../join/draft.ts'
import { codeText } from '../messages.ts'
import { clientCode } from './client-code.ts'

export interface ClientCodePanelProps {
  readonly projectRef: string
  readonly draft: JoinDraft
  readonly chosen: ChosenClient
}

/** Shows client code that matches the form. */
export function ClientCodePanel({ projectRef, draft, chosen }: ClientCodePanelProps) {
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  const { data } = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  return (
    <div className="flex flex-col gap-3">
      <p className="text-soft">{codeText.description}</p>
      <CopyableText
        language="c-like"
        label={codeText.label}
        text={clientCode({ ...apiParametersOf(data), draft, kind: chosen.kind, email: chosen.user?.email ?? null })}
      />
    </div>
  )
}
