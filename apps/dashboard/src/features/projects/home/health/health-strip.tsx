import { healthServices, type ServiceHealth } from '@colonnade/contracts/projects/project-health'
import { Button, buttonClass, cn, Skeleton, StatusDot } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronDown, SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../../lib/error-notice.tsx'
import { useIsVisible } from '../../../../lib/use-is-visible.ts'
import { paths } from '../../../../paths.ts'
import { healthPollMs, troublePollMs } from '../../limits.ts'
import { activityQuery, healthQuery } from '../../queries.ts'
import { healthStripText } from './messages.ts'
import { hasProblem, messageOf, serviceHelp, serviceName, stateLooks } from './service-looks.ts'

/** Those that every project has; the others have nothing to say unless they are set up. */
const expectedServices = healthServices.filter(({ id }) => id !== 'archiving')

/** How each service of the project is, in a sentence; what is wrong opens below. */
export function HealthStrip({ projectRef }: { readonly projectRef: string }) {
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery({
    ...healthQuery(projectRef),
    refetchInterval: ({ state }) => isVisible && (state.data?.every(({ status }) => status === 'HEALTHY') === false ? troublePollMs : healthPollMs),
  })
  // the card below asks for it
  const { data: activity } = useQuery({ ...activityQuery(projectRef), enabled: false })
  const [opened, setOpened] = useState<ServiceHealth['id'] | null>(null)
  if (!data && error) return <ErrorNotice error={error} subject={healthStripText.failedLoadHealthServices} onRetry={() => void refetch()} />
  const troubled = data?.find((service) => service.id === opened && hasProblem(service))
  return (
    <section aria-label={healthStripText.health} className="overflow-hidden rounded-lg border bg-surface">
      <ul aria-busy={!data} className="grid grid-cols-1 gap-px bg-line sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {data
          ? data.map((service) => (
              <Service
                key={service.id}
                service={service}
                message={messageOf(service, activity)}
                isOpen={service === troubled}
                onToggle={() => setOpened(service === troubled ? null : service.id)}
              />
            ))
          : expectedServices.map(({ id, name }) => (
              <li key={id} className="flex flex-col gap-0.5 bg-surface px-4 py-3">
                <span className="font-medium text-faint">{name}</span>
                <span className="flex h-4 items-center">
                  <Skeleton className="h-3 w-32" />
                </span>
              </li>
            ))}
      </ul>
      {troubled && <Trouble service={troubled} projectRef={projectRef} />}
    </section>
  )
}

interface ServiceProps {
  readonly service: ServiceHealth
  readonly message: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function Service({ service, message, isOpen, onToggle }: ServiceProps) {
  const { label, tone } = stateLooks[service.status]
  const isTroubled = hasProblem(service)
  return (
    <li className={cn('relative flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3 sm:max-lg:odd:last:col-span-2', isTroubled && 'hover:bg-raised')}>
      <span className="flex items-center gap-2">
        <StatusDot tone={tone} isChanging={service.status === 'COMING_UP'} />
        <span className="font-medium">{serviceName(service.id)}</span>
        <span
          className={cn(
            'text-xs',
            service.status === 'HEALTHY' ? 'sr-only' : tone === 'danger' ? 'text-danger' : tone === 'warning' ? 'text-warning' : 'text-faint',
          )}
        >
          {label}
        </span>
        {isTroubled && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isOpen}
            aria-label={healthStripText.whatDoAbout(serviceName(service.id))}
            onClick={onToggle}
            className="-my-1 -mr-2 ml-auto h-6 px-1 after:absolute after:inset-0"
          >
            <ChevronDown aria-hidden className={cn('transition-transform', isOpen && 'rotate-180')} />
          </Button>
        )}
      </span>
      <span className="truncate pl-3.5 text-xs text-faint tabular-nums" title={message}>
        {message}
      </span>
    </li>
  )
}

function Trouble({ service, projectRef }: { readonly service: ServiceHealth; readonly projectRef: string }) {
  const { text, query } = serviceHelp[service.id]
  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t px-4 py-3">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-medium wrap-anywhere">{service.message}.</p>
        <p className="max-w-3xl text-soft">{text}</p>
      </div>
      {query && (
        <Link to={paths.project.sql(projectRef)} search={{ content: query.sql } as never} className={buttonClass({ size: 'sm' })}>
          <SquareTerminal aria-hidden />
          {query.label}
        </Link>
      )}
    </div>
  )
}
