import { Button, EmptyState, Panel, Skeleton, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Moon, Plug } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { useProject } from '../../scope/use-project.ts'
import { AddressesPanel } from './addresses-panel.tsx'
import { DefaultGrantsPanel } from './default-grants/default-grants-panel.tsx'
import { EnabledPanel } from './enabled-panel.tsx'
import { ExposureList } from './exposure/exposure-list.tsx'
import { asleep, pageText, dataApiPageText } from './messages.ts'
import { restSettingsQuery } from '../../scope/project-settings/rest-settings-query.ts'
import type { DataApiSearchProps, DataApiTab } from './search.ts'
import { namesOf } from './settings-draft.ts'
import { RoleTimeoutsPanel } from './role-timeouts/role-timeouts-panel.tsx'
import { SchemaCachePanel } from './schema-cache-panel.tsx'
import { SettingsPanel } from './settings-panel.tsx'

export interface DataApiPageProps extends DataApiSearchProps {
  readonly projectRef: string
  /** Who called lately, for whoever is about to disable the data API. */
  readonly callers: ReactNode
}

/** Where the data API of a project is, what it serves, and what others can reach through it. */
export function DataApiPage({ projectRef, callers, search, onSearch }: DataApiPageProps) {
  const { name, status, sleep } = useProject(projectRef)
  useTitle(dataApiPageText.title, name)
  // asking wakes the project: not merely because somebody looks at its settings
  const [isAsked, setIsAsked] = useState(false)
  const isActive = status === 'ACTIVE_HEALTHY'
  const isEnabled = isActive && (sleep === 'awake' || isAsked)
  const { data, error, refetch } = useQuery({ ...restSettingsQuery(projectRef), enabled: isEnabled })
  const { tab = 'settings' } = search
  const content = (shown: ReactNode) => {
    if (data !== undefined) return shown
    if (isEnabled) {
      return error === null ? <Loading /> : <ErrorNotice error={error} subject={dataApiPageText.failed} onRetry={() => void refetch()} />
    }
    return <NotAwake isActive={isActive} onWake={() => setIsAsked(true)} />
  }
  return (
    <Page title={dataApiPageText.title} description={pageText}>
      <Tabs<DataApiTab>
        label={dataApiPageText.parts}
        value={tab}
        onValueChange={(next) => onSearch(next === 'exposure' ? { tab: next } : {}, { isReplaced: true })}
        panelClassName="flex flex-col gap-6 pt-6"
        tabs={[
          {
            value: 'settings',
            label: dataApiPageText.settings,
            isKept: true,
            content: (
              <div className="flex max-w-2xl flex-col gap-6">
                <AddressesPanel projectRef={projectRef} />
                {content(
                  data && (
                    <>
                      <EnabledPanel projectRef={projectRef} isEnabled={data.is_enabled} callers={callers} />
                      <SettingsPanel key={projectRef} projectRef={projectRef} saved={data} />
                      <RoleTimeoutsPanel key={`timeouts ${projectRef}`} projectRef={projectRef} />
                      <DefaultGrantsPanel key={`grants ${projectRef}`} projectRef={projectRef} />
                      {data.is_enabled && <SchemaCachePanel key={projectRef} projectRef={projectRef} />}
                    </>
                  ),
                )}
              </div>
            ),
          },
          {
            value: 'exposure',
            label: dataApiPageText.exposure,
            content: content(data && <ExposureList projectRef={projectRef} schemas={namesOf(data.db_schema)} search={search} onSearch={onSearch} />),
          },
        ]}
      />
    </Page>
  )
}

function NotAwake({ isActive, onWake }: { readonly isActive: boolean; readonly onWake: () => void }) {
  if (!isActive) {
    return (
      <EmptyState icon={<Plug aria-hidden />} title={asleep.inactiveTitle}>
        {asleep.inactiveText}
      </EmptyState>
    )
  }
  return (
    <EmptyState icon={<Moon aria-hidden />} title={asleep.title} action={<Button onClick={onWake}>{asleep.action}</Button>}>
      {asleep.text}
    </EmptyState>
  )
}

function Loading() {
  return (
    <Panel className="p-4">
      <output aria-label={dataApiPageText.loading} className="flex flex-col gap-3">
        <Skeleton className="w-1/3" />
        <Skeleton className="h-3 w-2/3" />
        <Skeleton className="h-9 w-full" />
      </output>
    </Panel>
  )
}
