import type { UpgradeFinding, Upgrade, UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import { Badge, CodeBlock, RelativeTime, StatGrid, StatTile, StepList, type Tone } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../lib/bytes.ts'
import { Fold } from '../../lib/panels/fold.tsx'
import { DifferenceList } from '../../lib/schema-differences/difference-list.tsx'
import { formatDuration } from '../../lib/texts/duration.ts'
import { upgradeOutcomeText } from './messages.ts'
import { closedFor, downOf, noticeOf, upgradeProgress } from './upgrade-words.ts'

const noticeClass = {
  neutral: 'border-line bg-surface',
  accent: 'border-accent/30 bg-accent-tint',
  danger: 'border-danger/30 bg-danger-tint',
} as const

export interface UpgradeOutcomeProps {
  readonly upgrade: Upgrade
  /** The project's version; null while it changes or is unknown. */
  readonly now: string | null
  readonly noun: 'project' | 'branch'
}

/** Shows the result of a finished rehearsal or upgrade. */
export function UpgradeOutcome({ upgrade, now, noun }: UpgradeOutcomeProps) {
  const { kind, report, status, finished_at: finishedAt, created_by: by, from_version: from } = upgrade
  const notice = noticeOf(upgrade, now, noun)
  return (
    <>
      <output className={`block rounded-lg border px-4 py-3 ${noticeClass[notice.tone]}`}>
        <p className="font-medium">{notice.title}</p>
        <p className="mt-0.5 text-sm wrap-anywhere text-soft">{notice.text}</p>
        <p className="mt-1 text-xs text-faint">
          {kind === 'rehearsal' ? upgradeOutcomeText.rehearsedFrom(from) : upgradeOutcomeText.startedFrom(from)}{' '}
          {finishedAt !== null && <RelativeTime value={finishedAt} />}
          {by !== null && upgradeOutcomeText.by(by)}
        </p>
      </output>
      {report !== null && (status === 'REHEARSED' || status === 'UPGRADED' || status === 'BLOCKED') && (
        <Report report={report} upgrade={upgrade} noun={noun} />
      )}
    </>
  )
}

function Report({ report, upgrade, noun }: Pick<UpgradeOutcomeProps, 'upgrade' | 'noun'> & { readonly report: UpgradeReport }) {
  const { obstacles, notes, differences, differing_tables: tables, from_version: from, to_version: to } = { ...report, ...upgrade }
  const isRehearsal = upgrade.kind === 'rehearsal'
  const isWhole = upgrade.status !== 'BLOCKED'
  const down = isRehearsal ? downOf(report) : closedFor(upgrade)
  return (
    <>
      {isWhole && (
        <StatGrid label={isRehearsal ? upgradeOutcomeText.rehearsalFigures : upgradeOutcomeText.upgradeFigures}>
          <StatTile
            label={isRehearsal ? upgradeOutcomeText.expectedDowntime : upgradeOutcomeText.downtime}
            value={down === null ? '–' : formatDuration(down)}
            note={isRehearsal ? upgradeOutcomeText.expectedDowntimeNote : upgradeOutcomeText.downtimeNote}
          />
          <StatTile label={upgradeOutcomeText.databases} value={formatBytes(report.bytes)} />
          <StatTile
            label={upgradeOutcomeText.rows}
            value={formatNumber(report.rows)}
            note={upgradeOutcomeText.tablesCompared(formatNumber(report.tables_compared), formatNumber(report.tables))}
          />
          <StatTile label={upgradeOutcomeText.largeObjects} value={formatNumber(report.large_objects)} />
        </StatGrid>
      )}
      {obstacles.length > 0 && <Findings title={upgradeOutcomeText.obstacles} tone="danger" findings={obstacles} />}
      {tables.length > 0 && (
        <Findings
          title={upgradeOutcomeText.differentRows}
          tone="danger"
          findings={tables.map(({ table, rows_before: before, rows_after: after }) => ({
            subject: upgradeOutcomeText.table(table),
            message:
              before === after
                ? upgradeOutcomeText.contentDiffers(formatNumber(after))
                : upgradeOutcomeText.countDiffers(formatNumber(after), formatNumber(before)),
            detail: null,
          }))}
        />
      )}
      {notes.length > 0 && <Findings title={upgradeOutcomeText.changed} tone="neutral" findings={notes} />}
      {differences.length > 0 && (
        <DifferenceList
          title={upgradeOutcomeText.differentDefinitions}
          description={upgradeOutcomeText.differentDefinitionsHint}
          labels={{ before: upgradeOutcomeText.inVersion(from), after: upgradeOutcomeText.inVersion(to) }}
          differences={differences}
        />
      )}
      <div className="min-w-0 rounded-lg border bg-surface [&>section]:border-t-0">
        <Fold
          title={upgradeOutcomeText.steps}
          summary={isWhole ? upgradeOutcomeText.totalTime(formatDuration(report.steps.reduce((sum, { duration_ms: ms }) => sum + ms, 0))) : undefined}
        >
          <StepList
            label={isRehearsal ? upgradeOutcomeText.rehearsalSteps : upgradeOutcomeText.upgradeSteps}
            className="grid gap-x-8 gap-y-2.5 text-sm sm:grid-cols-2"
            steps={upgradeProgress(upgrade, noun)}
          />
        </Fold>
      </div>
    </>
  )
}

function Findings({ title, tone, findings }: { readonly title: string; readonly tone: Tone; readonly findings: readonly UpgradeFinding[] }) {
  return (
    <div className="min-w-0 rounded-lg border bg-surface [&>section]:border-t-0">
      <Fold title={title} summary={<Badge tone={tone}>{findings.length}</Badge>} isOpenAtFirst={tone === 'danger' || findings.length <= openNotesMax}>
        <ul aria-label={title} className="flex flex-col gap-3 text-sm">
          {findings.map(({ subject, message, detail }) => (
            <li key={`${subject} ${message}`} className="flex min-w-0 flex-col gap-0.5">
              <span className="font-mono text-xs wrap-anywhere">
                {subject}
                {isShort(detail) && <span className="text-faint"> {detail}</span>}
              </span>
              <span className="wrap-anywhere text-soft">{message}</span>
              {detail !== null && !isShort(detail) && (
                <CodeBlock code={detail} label={upgradeOutcomeText.about(subject)} isWrapped className="mt-1 max-h-48 overflow-auto" />
              )}
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  )
}

/** Longer lists start collapsed. */
const openNotesMax = 8

function isShort(detail: string | null): boolean {
  return detail !== null && detail.length <= 40 && !detail.includes('\n')
}
