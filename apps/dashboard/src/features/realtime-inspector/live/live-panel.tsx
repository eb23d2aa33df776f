import type { RealtimeRateNow, RealtimeTopic } from '@colonnade/contracts/realtime/realtime-live'
import { Badge, Button, EmptyState, StatGrid, StatTile, type Tone } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { RadioTower } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { realtimeLiveQuery } from '../../../scope/realtime/live-query.ts'
import { realtimeSettingsQuery } from '../../../scope/realtime/settings-query.ts'
import { liveText } from '../messages.ts'

export interface LivePanelProps {
  readonly projectRef: string
  /** Fills in the form with a channel. */
  readonly onUse: (topic: Pick<RealtimeTopic, 'topic' | 'is_private'>) => void
}

const pollMs = 2_000
/** Share of a limit that shows a warning. */
const closeShare = 0.8

/** Shows the channels that clients have joined, and rates with their limits. */
export function LivePanel({ projectRef, onUse }: LivePanelProps) {
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery({ ...realtimeLiveQuery(projectRef), refetchInterval: isVisible && pollMs })
  const { data: settings } = useQuery(realtimeSettingsQuery(projectRef))
  if (error !== null && data === undefined) return <ErrorNotice error={error} subject={liveText.failed} onRetry={() => void refetch()} />
  return (
    <div className="flex flex-col gap-4">
      <StatGrid label={liveText.figures}>
        <StatTile
          label={liveText.connections}
          value={data && data.connections.toLocaleString('en')}
          unit={settings && liveText.of(settings.max_concurrent_users)}
          {...toneOf(data?.connections, settings?.max_concurrent_users)}
        />
        <RateTile label={liveText.messages} rate={data?.messages} most={settings?.max_events_per_second} />
        <RateTile label={liveText.joins} rate={data?.joins} most={settings?.max_joins_per_second} />
        <RateTile label={liveText.presence} rate={data?.presence_events} most={settings?.max_presence_events_per_second} />
      </StatGrid>
      {data !== undefined &&
        (data.topics.length === 0 ? (
          <EmptyState icon={<RadioTower aria-hidden />} title={liveText.empty.title}>
            {liveText.empty.text}
          </EmptyState>
        ) : (
          <>
            <table aria-label={liveText.title} className="w-full table-fixed border-separate border-spacing-0 overflow-hidden rounded-lg border">
              <thead>
                <tr className="text-xs text-faint [&_th]:h-8 [&_th]:border-b [&_th]:bg-surface [&_th]:px-3 [&_th]:font-medium">
                  <th scope="col" className="text-left">
                    {liveText.channel}
                  </th>
                  <th scope="col" className="w-16 text-right">
                    {liveText.clients}
                  </th>
                  <th scope="col" className="w-20 text-right">
                    {liveText.members}
                  </th>
                  <th scope="col" className="w-20">
                    <span className="sr-only">{liveText.fill}</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {data.topics.map((topic) => (
                  <TopicRow key={`${topic.is_private} ${topic.topic}`} topic={topic} onUse={onUse} />
                ))}
              </tbody>
            </table>
            {data.topic_count > data.topics.length && <p className="text-xs text-faint">{liveText.more(data.topic_count - data.topics.length)}</p>}
          </>
        ))}
    </div>
  )
}

function TopicRow({ topic, onUse }: { readonly topic: RealtimeTopic } & Pick<LivePanelProps, 'onUse'>) {
  const { topic: name, is_private: isPrivate, clients, present, present_keys: keys } = topic
  return (
    <tr className="[&_td]:border-b [&_td]:px-3 [&_td]:py-1.5 last:[&_td]:border-b-0">
      <td className="min-w-0">
        <span className="flex min-w-0 flex-wrap items-center gap-x-2">
          <span className="min-w-0 truncate font-mono text-xs" title={name}>
            {name}
          </span>
          {isPrivate && <Badge>{liveText.isPrivate}</Badge>}
        </span>
        {keys.length > 0 && (
          <span className="block truncate font-mono text-2xs text-faint" title={keys.join(', ')}>
            {keys.join(', ')}
          </span>
        )}
      </td>
      <td className="text-right tabular-nums">{clients.toLocaleString('en')}</td>
      <td className="text-right tabular-nums">{present.toLocaleString('en')}</td>
      <td className="text-right">
        <Button size="sm" aria-label={liveText.open(name)} onClick={() => onUse(topic)}>
          {liveText.fill}
        </Button>
      </td>
    </tr>
  )
}

interface RateTileProps {
  readonly label: string
  readonly rate: RealtimeRateNow | undefined
  readonly most: number | undefined
}

function RateTile({ label, rate, most }: RateTileProps) {
  return (
    <StatTile
      label={label}
      value={rate && rate.last_second.toLocaleString('en')}
      unit={most !== undefined && liveText.of(most)}
      note={rate && liveText.peak(rate.peak)}
      {...toneOf(rate?.peak, most)}
    />
  )
}

function toneOf(value: number | undefined, most: number | undefined): { readonly tone?: Tone } {
  if (value === undefined || most === undefined || value < most * closeShare) return {}
  return { tone: value >= most ? 'danger' : 'warning' }
}
