import { Card, StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../../../lib/error-notice.tsx'
import { useProject } from '../../../../scope/use-project.ts'
import { samplesQuery } from '../../queries.ts'
import { FigureTile } from './figure-tile.tsx'
import { figures, type FigureId } from './figures.ts'
import { LastHour } from './last-hour.tsx'
import { activityCardText } from './messages.ts'
import { useLiveActivity } from './use-live-activity.ts'

/** What the database does: five figures as they are now, and one of them over the last hour. */
export function ActivityCard({ projectRef }: { readonly projectRef: string }) {
  // of a server that others run no history is kept
  const hasHistory = useProject(projectRef).capabilities.includes('machine')
  const { activity, transactionsPerSecond, pollMs, error, retry } = useLiveActivity(projectRef)
  const { data: samples } = useQuery(samplesQuery(projectRef))
  const [charted, setCharted] = useState<FigureId>('connections')
  const figure = figures.find(({ id }) => id === charted) ?? figures[0]!
  return (
    <Card
      title={activityCardText.liveActivity}
      aside={
        <span className="flex items-center gap-1.5 text-xs text-faint">
          <StatusDot tone={error ? 'danger' : 'accent'} isChanging={!error} />
          {error ? activityCardText.notAnswering : pollMs < 2_000 ? activityCardText.everySecond : activityCardText.everySeconds(pollMs / 1_000)}
        </span>
      }
      className="overflow-hidden"
    >
      {error && !activity ? (
        <ErrorNotice error={error} subject={activityCardText.failedLoadLiveActivity} onRetry={retry} className="m-4" />
      ) : (
        <div className="grid grid-cols-2 gap-px border-b bg-line lg:grid-cols-5">
          {figures.map((each) => (
            <FigureTile
              key={each.id}
              figure={each}
              activity={activity}
              // until there are two readings of our own, the platform's last one says it
              transactionsPerSecond={transactionsPerSecond ?? samples?.at(-1)?.transactions_per_second ?? null}
              isCharted={each.id === charted}
              onChart={() => setCharted(each.id)}
            />
          ))}
        </div>
      )}
      {hasHistory && (
        <div className="p-4">
          <LastHour projectRef={projectRef} figure={figure} />
        </div>
      )}
    </Card>
  )
}
