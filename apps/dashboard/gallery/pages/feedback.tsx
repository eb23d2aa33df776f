import { AppError } from '@colonnade/core'
import {
  Badge,
  Button,
  EmptyState,
  ErrorAlert,
  Loading,
  Progress,
  Skeleton,
  SkeletonRows,
  SkeletonText,
  Spinner,
  StatusDot,
  StepList,
  toast,
  UpcomingChange,
} from '@colonnade/ui'
import { Inbox, Table } from 'lucide-react'
import { ErrorNotice } from '../../src/lib/error-notice.tsx'
import { Specimen, Specimens } from '../specimen.tsx'

const href = 'https://www.postgresql.org/about/newsarchive/'

export default function FeedbackPage() {
  return (
    <>
      <Specimens title="ErrorNotice">
        <Specimen title="Something went wrong: advice and support">
          <ErrorNotice
            className="w-full"
            error={new AppError('internal', { request_id: 'req_5Jx0c1M2b' })}
            subject="Failed to load branches"
            projectRef="abcdefghijklmnopqrst"
            onRetry={() => {}}
          />
        </Specimen>
        <Specimen title="A message that contains 503">
          <ErrorNotice className="w-full" error={new Error('upstream answered 503')} />
        </Specimen>
        <Specimen title="A refusal explains itself">
          <ErrorNotice className="w-full" error={new AppError('project_name_taken')} />
        </Specimen>
        <Specimen title="A long message without spaces">
          <ErrorNotice className="w-full" error={new Error('x'.repeat(400))} />
        </Specimen>
        <Specimen title="ErrorAlert with its own advice">
          <ErrorAlert
            className="w-full"
            message="The database server keeps crashing"
            advice="Its log says why."
            actions={<Button size="sm">Show the log</Button>}
          />
        </Specimen>
      </Specimens>
      <Specimens title="UpcomingChange">
        <Specimen title="Default texts">
          <UpcomingChange className="w-full" title="Transaction mode moves to port 6543" href={href}>
            Connections to the old port are refused from 1 March on.
          </UpcomingChange>
        </Specimen>
        <Specimen title="Custom texts, without a link">
          <UpcomingChange className="w-full" title="Postgres 15 leaves support" badge="In two weeks" />
        </Specimen>
      </Specimens>
      <Specimens title="EmptyState">
        <Specimen title="With the next step">
          <EmptyState className="w-full" icon={<Table aria-hidden />} title="No tables yet" action={<Button variant="primary">New table</Button>}>
            Make one here, or run the SQL of an existing project.
          </EmptyState>
        </Specimen>
        <Specimen title="Nothing to do">
          <EmptyState className="w-full" icon={<Inbox aria-hidden />} title="All caught up" />
        </Specimen>
      </Specimens>
      <Specimens title="Badge, StatusDot">
        <Specimen title="Tones">
          <Badge>Alpha</Badge>
          <Badge tone="accent">NEW</Badge>
          <Badge tone="warning">Warning</Badge>
          <Badge tone="danger">Critical</Badge>
        </Specimen>
        <Specimen title="With words beside them">
          {(['neutral', 'accent', 'warning', 'danger'] as const).map((tone) => (
            <span key={tone} className="flex items-center gap-1.5">
              <StatusDot tone={tone} isChanging={tone === 'neutral'} />
              {tone}
            </span>
          ))}
        </Specimen>
      </Specimens>
      <Specimens title="Spinner, Progress">
        <Specimen title="Spinner">
          <Spinner label="Loading" />
          <span className="flex items-center gap-1.5 text-soft">
            <Spinner /> Starting the database…
          </span>
        </Specimen>
        <Specimen title="Progress: none, some, all, not known" className="flex-col items-stretch">
          <Progress label="None" value={0} />
          <Progress label="Some" value={40} />
          <Progress label="All" value={100} />
          <Progress label="Not known" value={null} />
        </Specimen>
        <Specimen title="StepList: every state">
          <StepList
            label="Set-up"
            className="flex flex-col gap-2.5"
            steps={[
              { id: 'copy', label: 'Copying files', state: 'done', message: null, note: '1.2 s' },
              { id: 'start', label: 'Starting Postgres', state: 'running', message: null },
              { id: 'verify', label: 'First query', state: 'failed', message: 'The disk is full' },
              { id: 'ready', label: 'Ready', state: 'waiting', message: null },
            ]}
          />
        </Specimen>
      </Specimens>
      <Specimens title="Skeletons">
        <Specimen title="Skeleton, SkeletonText">
          <Loading label="the article" className="w-full">
            <Skeleton className="mb-3 h-6 w-40" />
            <SkeletonText lines={4} />
          </Loading>
        </Specimen>
        <Specimen title="SkeletonRows" className="p-0">
          <Loading label="rows" className="w-full">
            <SkeletonRows rows={4} />
          </Loading>
        </Specimen>
      </Specimens>
      <Specimens title="Toast">
        <Specimen title="Success and error">
          <Button onClick={() => toast.success('Successfully archived all notifications')}>Success</Button>
          <Button onClick={() => toast.error('Unable to copy to clipboard')}>Error</Button>
        </Specimen>
      </Specimens>
    </>
  )
}
