import type { BranchMerge, RehearsedMigration } from '@colonnade/contracts/copies/merges'
import { Badge, Card, CodeBlock } from '@colonnade/ui'
import { Check, Lock, RefreshCw, TriangleAlert } from 'lucide-react'
import { formatBytes } from '../../../lib/bytes.ts'
import { Fold } from '../../../lib/panels/fold.tsx'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { isBehindOthers, lockText, migrationName, strongestLock, timelineOf, toneOf, unlockedText } from './merge-words.ts'
import { migrationTimelineText } from './messages.ts'

const barClass = { neutral: 'bg-line', accent: 'bg-accent', warning: 'bg-warning', danger: 'bg-danger' } as const

/** The migrations in the order in which they are applied: when each ran, how long, and whom it kept waiting. */
export function MigrationTimeline({ merge: { migrations, applied } }: { readonly merge: BranchMerge }) {
  const bars = timelineOf(migrations)
  return (
    <Card title={migrationTimelineText.migrations}>
      <ol aria-label={migrationTimelineText.migrations} className="[&>li:first-child_section]:border-t-0">
        {migrations.map((migration, place) => (
          <li key={migration.version}>
            <Fold
              title={migrationName(migration)}
              summary={<Summary migration={migration} isApplied={applied.includes(migration.version)} />}
              isOpenAtFirst={migration.problem !== null}
            >
              <MigrationDetails migration={migration} isBehindOthers={isBehindOthers(migrations, place)} />
            </Fold>
            <div aria-hidden className="mx-4 mb-2 h-1 overflow-hidden rounded-full bg-sunken">
              <div
                className={`h-full min-w-0.5 rounded-full ${barClass[migration.duration_ms === null ? 'neutral' : toneOf(migration)]}`}
                style={{ marginLeft: `${bars[place]!.start}%`, width: `${bars[place]!.width}%` }}
              />
            </div>
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Summary({ migration, isApplied }: { readonly migration: RehearsedMigration; readonly isApplied: boolean }) {
  const { duration_ms: duration, problem, rewrites } = migration
  const lock = strongestLock([migration])
  return (
    <span className="inline-flex items-center gap-2">
      {lock !== null && <Badge tone="warning">{lock.toLowerCase()}</Badge>}
      {rewrites.length > 0 && <Badge tone="warning">{migrationTimelineText.rewrite}</Badge>}
      {problem !== null && <Badge tone="danger">{migrationTimelineText.failed}</Badge>}
      {isApplied && <Badge tone="accent">{migrationTimelineText.applied}</Badge>}
      <span className="tabular-nums">{duration === null ? migrationTimelineText.notRun : formatDuration(duration)}</span>
    </span>
  )
}

interface MigrationDetailsProps {
  readonly migration: RehearsedMigration
  /** Ones before it in its transaction hold locks. */
  readonly isBehindOthers: boolean
}

function MigrationDetails({ migration, isBehindOthers }: MigrationDetailsProps) {
  const { version, statements, locks, rewrites, problem, duration_ms: duration } = migration
  const { is_in_transaction: isInTransaction, commits_before: commitsBefore } = migration
  return (
    <>
      {problem !== null && (
        <div role="alert" className="rounded-md border border-danger/30 bg-danger-tint px-3 py-2 text-sm">
          <p className="font-medium wrap-anywhere">{problem.message}</p>
          {problem.detail !== null && <p className="wrap-anywhere text-soft">{problem.detail}</p>}
          {problem.hint !== null && <p className="wrap-anywhere text-soft">{problem.hint}</p>}
          {problem.sqlstate !== null && <p className="mt-1 font-mono text-xs text-faint">{migrationTimelineText.sqlstate(problem.sqlstate)}</p>}
        </div>
      )}
      {duration !== null && problem === null && (
        <ul aria-label={migrationTimelineText.effects} className="flex flex-col gap-1.5 text-sm">
          {locks.map((lock) => (
            <li key={lock.relation} className="flex items-start gap-2 wrap-anywhere">
              <Lock aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
              {lockText(lock)}
            </li>
          ))}
          {rewrites.map(({ relation, bytes }) => (
            <li key={relation} className="flex items-start gap-2 wrap-anywhere">
              <RefreshCw aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
              {migrationTimelineText.rewrittenEmptied(relation, formatBytes(bytes))}
            </li>
          ))}
          {locks.length === 0 && rewrites.length === 0 && (
            <li className="flex items-start gap-2">
              <Check aria-hidden className="mt-0.5 size-3.5 shrink-0 text-accent" />
              {isInTransaction ? unlockedText(isBehindOthers) : migrationTimelineText.runsOutsideTransactionOne}
            </li>
          )}
          {isInTransaction && commitsBefore && (
            <li className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
              {migrationTimelineText.runsAfterEarlierMigrations}
            </li>
          )}
          {!isInTransaction && (
            <li className="flex items-start gap-2">
              <TriangleAlert aria-hidden className="mt-0.5 size-3.5 shrink-0 text-warning" />
              {migrationTimelineText.cantRunTransactionIf}
            </li>
          )}
        </ul>
      )}
      <CodeBlock code={statements.join(';\n\n')} label={migrationTimelineText.sql(version)} isWrapped isCopyable className="max-h-80 overflow-auto" />
      <p className="font-mono text-xs text-faint">{version}</p>
    </>
  )
}
