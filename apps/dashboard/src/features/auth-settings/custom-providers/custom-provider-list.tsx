import { type CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { Badge, Button, EmptyState, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, LogIn } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useProject } from '../../../scope/use-project.ts'
import type { OpenFormProps } from '../search.ts'
import { CustomProviderPanel } from './custom-provider-panel.tsx'
import { customTexts, customProviderListText } from './messages.ts'
import { customProvidersQuery } from './queries.ts'

export interface CustomProviderListProps extends OpenFormProps {
  readonly projectRef: string
  /** Whether the project allows them at all. */
  readonly isOn: boolean
}

/** What opens the form of a new one. */
const newId = 'custom-new'
/** What opens their settings. */
const settingsId = 'custom'

/** The providers that a project has set up for itself. */
export function CustomProviderList({ projectRef, isOn, open, onOpen }: CustomProviderListProps) {
  const { status, sleep } = useProject(projectRef)
  const mayChange = useIsAllowed(projectRef)('project_auth:all')
  // they are in the project's database: asking wakes it
  const [isAsked, setIsAsked] = useState(false)
  const isRunning = status === 'ACTIVE_HEALTHY'
  const isEnabled = isOn && isRunning && (sleep === 'awake' || isAsked)
  const { data: providers, error, refetch } = useQuery({ ...customProvidersQuery(projectRef), enabled: isEnabled })
  const shown = providers?.find(({ identifier }) => identifier === open)
  const isAdding = open === newId && mayChange && providers !== undefined
  const add = (
    <Button size="sm" onClick={() => onOpen(newId)}>
      {customTexts.add}
    </Button>
  )
  const content = () => {
    if (!isOn) return <PanelContent className="text-sm text-soft">{customTexts.off}</PanelContent>
    if (!isRunning) return <PanelContent className="text-sm text-soft">{customTexts.notRunning}</PanelContent>
    if (!isEnabled) {
      return (
        <PanelContent className="flex flex-col items-start gap-2 text-sm text-soft">
          {customTexts.asleep}
          <Button size="sm" onClick={() => setIsAsked(true)}>
            {customTexts.wake}
          </Button>
        </PanelContent>
      )
    }
    if (providers === undefined) {
      return <PanelContent>{error === null ? <Loading /> : <ErrorNotice error={error} onRetry={() => void refetch()} />}</PanelContent>
    }
    if (providers.length === 0) {
      return (
        <EmptyState icon={<LogIn aria-hidden />} title={customTexts.empty} className="border-0 py-8" action={mayChange && add}>
          {customTexts.emptyHint}
        </EmptyState>
      )
    }
    return (
      <ul aria-label={customTexts.title} className="divide-y">
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderButton provider={provider} onOpen={() => onOpen(provider.identifier)} />
          </li>
        ))}
      </ul>
    )
  }
  return (
    <Panel label={customTexts.title}>
      <PanelHeader
        title={customTexts.title}
        description={customTexts.description}
        aside={
          <span className="flex flex-wrap gap-2">
            <Button size="sm" variant="ghost" aria-label={customProviderListText.settingsCustomProviders} onClick={() => onOpen(settingsId)}>
              {customTexts.settings}
            </Button>
            {mayChange && providers !== undefined && providers.length > 0 && add}
          </span>
        }
      />
      {content()}
      {(isAdding || shown) && (
        <CustomProviderPanel
          key={shown?.id ?? newId}
          projectRef={projectRef}
          provider={shown}
          onClose={() => onOpen(undefined)}
          onDone={() => onOpen(undefined, { isSaved: true })}
        />
      )}
    </Panel>
  )
}

function ProviderButton({
  provider: { name, identifier, enabled, is_secret_lost: isLost },
  onOpen,
}: {
  provider: CustomProvider
  onOpen: () => void
}) {
  return (
    <button
      type="button"
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-left -outline-offset-2 transition-colors last:rounded-b-lg hover:bg-hover"
      onClick={onOpen}
    >
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{name}</span>
        <span className="block font-mono text-xs wrap-anywhere text-faint">{identifier}</span>
      </span>
      {isLost && <Badge tone="warning">{customProviderListText.secretMissing}</Badge>}
      <Badge tone={enabled ? 'accent' : 'neutral'}>{enabled ? 'Enabled' : 'Disabled'}</Badge>
      <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint" />
    </button>
  )
}

function Loading() {
  return (
    <output aria-label={customProviderListText.loadingCustomProviders} className="flex flex-col gap-3">
      <Skeleton className="w-1/3" />
      <Skeleton className="h-3 w-2/3" />
    </output>
  )
}
