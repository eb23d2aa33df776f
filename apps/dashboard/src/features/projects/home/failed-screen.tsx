import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, CodeBlock, ErrorAlert } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { RotateCcw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { paths } from '../../../paths.ts'
import { databasesQuery } from '../../../scope/database-source/database-queries.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { useRestoreProject } from '../mutations.ts'
import type { OpenAction } from './actions/action-dialogs.tsx'
import { LateActionDialogs } from './actions/late-action-dialogs.tsx'
import { failedScreenText } from './messages.ts'

/** A project that could not be set up, or whose Postgres does not run: what is known, and the ways out. */
export function FailedScreen({ project }: { readonly project: Project }) {
  const restore = useRestoreProject(project.ref)
  const isAllowed = useIsAllowed(project.ref)
  const [open, setOpen] = useState<OpenAction>('none')
  const hasFailedSetup = project.status === 'INIT_FAILED'
  const { message, log } = project.problem ?? { message: failedScreenText.unknownReason, log: [] }
  return (
    <section aria-label={failedScreenText.whatWentWrong} className="flex flex-col gap-4">
      <ErrorAlert
        message={message}
        advice={hasFailedSetup ? failedScreenText.setupStoppedHereTry(nounOf(project)) : failedScreenText.restoreHint}
        actions={
          <>
            {isAllowed('projects:operate') && (
              <Button variant="primary" size="sm" isPending={restore.isPending} onClick={() => restore.mutate()}>
                <RotateCcw aria-hidden />
                {hasFailedSetup ? failedScreenText.tryAgain : failedScreenText.restore(nounOf(project))}
              </Button>
            )}
            {isAllowed('projects:delete') && (
              <Button size="sm" onClick={() => setOpen('remove')}>
                <Trash2 aria-hidden />
                {failedScreenText.delete(nounOf(project))}
              </Button>
            )}
          </>
        }
      />
      {!hasFailedSetup && <OtherWays project={project} />}
      {restore.error && <ErrorNotice error={restore.error} />}
      {log.length > 0 && (
        <div className="flex flex-col gap-1.5">
          <h2 className="text-sm font-medium">{failedScreenText.latestServerLogLines}</h2>
          <CodeBlock label={failedScreenText.log} code={log.join('\n')} isWrapped className="max-h-80 overflow-y-auto" />
        </div>
      )}
      <LateActionDialogs project={project} open={open} onOpenChange={setOpen} />
    </section>
  )
}

/** Where the server does not start on the data that is there, or the data is gone. */
function OtherWays({ project: { ref } }: { readonly project: Project }) {
  const { data: databases = [] } = useQuery(databasesQuery(ref))
  const hasReplica = databases.some(({ database_type: type }) => type === 'READ_REPLICA')
  const link = 'text-accent underline underline-offset-2'
  return (
    <p className="text-sm text-soft">
      {failedScreenText.ifDoesntStart}
      {hasReplica && (
        <>
          <AppLink href={paths.project.infrastructure(ref)} className={link}>
            {failedScreenText.promoteReadReplica}
          </AppLink>
          {failedScreenText.losesLeastData}
        </>
      )}
      <AppLink href={paths.project.backups(ref)} className={link}>
        {failedScreenText.restoreBackup}
      </AppLink>
      .
    </p>
  )
}
