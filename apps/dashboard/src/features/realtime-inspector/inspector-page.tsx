import { Button, EmptyState, StatusDot, Tabs, type Tone } from '@colonnade/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { Page } from '../../lib/page.tsx'
import { Notice } from '../../lib/texts/notice.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { addressOf, pages } from '../../paths.ts'
import { clientOf, visitor } from '../../scope/database-role/client.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { apiParametersOf, placeholderParameters } from '../../scope/project-settings/api-parameters.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import { realtimeSettingsQuery } from '../../scope/realtime/settings-query.ts'
import { realtimeTokens } from '../../scope/request-tokens/realtime-token.ts'
import { useProject } from '../../scope/use-project.ts'
import { ClientCodePanel } from './client-code/client-code-panel.tsx'
import { draftProblems, startDraft } from './join/draft.ts'
import { JoinForm } from './join/join-form.tsx'
import { LivePanel } from './live/live-panel.tsx'
import { LogPanel } from './log/log-panel.tsx'
import { emptyLog } from './log/message-log.ts'
import { joinText, pageText, stateText } from './messages.ts'
import type { InspectorSearch, InspectorTab } from './search.ts'
import { SendPanel } from './send/send-panel.tsx'
import { explainLost } from './session/explain-lost.ts'
import { Members } from './session/members.tsx'
import type { JoinState } from './session/session-state.ts'
import { useSession } from './session/use-session.ts'
import { WhyPanel } from './why/why-panel.tsx'

/** Interval between checks of an asleep project, which this page can wake. */
const asleepPollMs = 3_000

export interface InspectorPageProps {
  readonly projectRef: string
  readonly search: InspectorSearch
  readonly onSearch: (next: InspectorSearch) => void
}

/** Joins a channel as any client, shows its messages, and explains missing ones. */
export function InspectorPage(props: InspectorPageProps) {
  const { projectRef } = props
  const { name } = useProject(projectRef)
  const isAllowed = useIsAllowed(projectRef)('realtime:all')
  useTitle(pageText.title, name)
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Page title={pageText.title} description={pageText.description}>
        {isAllowed ? (
          <Inspector {...props} />
        ) : (
          <EmptyState icon={<Lock aria-hidden />} title={pageText.noRight.title}>
            {pageText.noRight.text}
          </EmptyState>
        )}
      </Page>
    </div>
  )
}

function Inspector({ projectRef, search, onSearch }: InspectorPageProps) {
  const client = useQueryClient()
  // joins and checks wake it
  const { sleep } = useProject(projectRef, (project) => (project?.sleep === 'awake' ? 0 : asleepPollMs))
  const isAllowed = useIsAllowed(projectRef)
  const mayJoin = isAllowed('service_keys:read') && isAllowed('database:write')
  const { data: settings } = useQuery(realtimeSettingsQuery(projectRef))
  const [draft, setDraft] = useState(() => startDraft(search))
  const [chosen, setChosen] = useState(visitor)
  const [isTried, setIsTried] = useState(false)
  const [joined, setJoined] = useState({ draft, chosen })
  const { session, state, join } = useSession()
  const joining = useMutation({
    mutationFn: async () => {
      if (!mayJoin) throw new Error(joinText.noRight)
      const [as, api] = await Promise.all([clientOf(projectRef, chosen), client.ensureQueryData(projectSettingsQuery(projectRef))])
      const { anonKey: apiKey } = apiParametersOf(api)
      if (apiKey === placeholderParameters.anonKey) throw new Error(joinText.noKey)
      const url = `${location.origin.replace(/^http/, 'ws')}/api/${projectRef}/realtime/v1`
      join({
        url,
        apiKey,
        draft,
        client: as,
        token: realtimeTokens(projectRef, as),
        explainLost: () => explainLost(projectRef),
        log: state?.log ?? emptyLog,
      })
      setJoined({ draft, chosen })
    },
  })
  const problems = draftProblems(draft)
  const submit = () => {
    setIsTried(true)
    if (Object.keys(problems).length > 0 || joining.isPending) return
    const { isOn, schema, table, event, filter } = draft.changes
    onSearch({
      tab: search.tab,
      channel: draft.channel.trim(),
      private: draft.isPrivate || undefined,
      ...(isOn && { schema, table, event, ...(filter !== '' && { filter }) }),
    })
    joining.mutate()
  }
  const isIn = state !== null && state.join.kind === 'joined'
  const log = state?.log ?? emptyLog
  return (
    <>
      {settings?.suspend === true && <SettingsNotice projectRef={projectRef} text={pageText.off} />}
      {settings?.private_only === true && !draft.isPrivate && !settings.suspend && (
        <SettingsNotice projectRef={projectRef} text={pageText.privateOnly} />
      )}
      <div className="grid items-start gap-4 lg:grid-cols-[20rem_minmax(0,1fr)]">
        <JoinForm
          projectRef={projectRef}
          draft={draft}
          onDraft={(next) => {
            setDraft(next)
            joining.reset()
          }}
          chosen={chosen}
          onChosen={(next) => {
            setChosen(next)
            joining.reset()
          }}
          problems={isTried ? problems : {}}
          error={joining.error === null ? null : messageOf(joining.error)}
          isPending={joining.isPending}
          isAsleep={sleep === 'asleep'}
          join={state?.join ?? null}
          isChanged={joined.draft !== draft || joined.chosen !== chosen}
          onJoin={submit}
          onLeave={() => session?.leave()}
        />
        <Tabs<InspectorTab>
          label={pageText.title}
          value={search.tab ?? 'messages'}
          onValueChange={(tab) => onSearch({ ...search, tab: tab === 'messages' ? undefined : tab })}
          panelClassName="pt-4"
          tabs={[
            {
              value: 'messages',
              label: pageText.tabs.messages,
              ...(log.shown.entries.length > 0 && { count: log.shown.entries.length }),
              isKept: true,
              content: (
                <div className="flex flex-col gap-4">
                  {session !== null && state !== null && (
                    <JoinStatus
                      join={state.join}
                      channel={session.draft.channel.trim()}
                      who={session.client.name}
                      onWhy={() => onSearch({ ...search, tab: 'why' })}
                    />
                  )}
                  {isIn && session !== null && session.draft.presence.isOn && (
                    <Members session={session} members={state.members} isTracked={state.isTracked} />
                  )}
                  <LogPanel session={session} log={log} />
                  <SendPanel projectRef={projectRef} session={isIn ? session : null} />
                </div>
              ),
            },
            {
              value: 'channels',
              label: pageText.tabs.channels,
              content: (
                <LivePanel
                  projectRef={projectRef}
                  onUse={({ topic, is_private: isPrivate }) => {
                    setDraft({ ...draft, channel: topic, isPrivate })
                    joining.reset()
                  }}
                />
              ),
            },
            {
              value: 'code',
              label: pageText.tabs.code,
              content: <ClientCodePanel projectRef={projectRef} draft={draft} chosen={chosen} />,
            },
            {
              value: 'why',
              label: pageText.tabs.why,
              isKept: true,
              content: <WhyPanel projectRef={projectRef} draft={draft} chosen={chosen} isAsleep={sleep === 'asleep'} />,
            },
          ]}
        />
      </div>
    </>
  )
}

const dots: Readonly<Record<JoinState['kind'], Tone>> = { joining: 'neutral', joined: 'accent', lost: 'warning', ended: 'danger', left: 'neutral' }

interface JoinStatusProps {
  readonly join: JoinState
  readonly channel: string
  readonly who: string
  readonly onWhy: () => void
}

/** Shows the state of the channel. */
function JoinStatus({ join, channel, who, onWhy }: JoinStatusProps) {
  const title = join.kind === 'joined' ? stateText.joined(channel, who) : stateText[join.kind]
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
      <output className="flex min-w-0 flex-1 items-start gap-2 text-sm">
        <span className="flex h-5 items-center">
          <StatusDot tone={dots[join.kind]} />
        </span>
        <span className="min-w-0 wrap-anywhere">
          <span className="font-medium">{title}</span>
          {(join.kind === 'lost' || join.kind === 'ended') && <span className="block text-xs text-soft">{join.reason}</span>}
        </span>
      </output>
      {join.kind === 'ended' && (
        <Button size="sm" onClick={onWhy}>
          {pageText.tabs.why}
        </Button>
      )}
    </div>
  )
}

function SettingsNotice({ projectRef, text }: { readonly projectRef: string; readonly text: string }) {
  return (
    <Notice tone="warning">
      {text}{' '}
      <AppLink href={addressOf(pages.project.realtimeSettings, { ref: projectRef })} className="text-accent underline">
        {pageText.settings}
      </AppLink>
    </Notice>
  )
}
