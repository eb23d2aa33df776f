import type { Project } from '@colonnade/contracts/projects/projects'
import { Button, Select, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { nounOf } from '../../../lib/texts/project-names.ts'
import { organizationQuery } from '../../../scope/queries.ts'
import { sleepSettingText } from './messages.ts'
import { sleepsQuery, useChooseSleep, usePutToSleep } from './sleep-queries.ts'
import { ruleText, savingText, sleepAfterOf, sleepOptions, whyNotPut } from './sleep-words.ts'

/** After how long without use a project sleeps, what its plan allows, and what sleep has saved. */
export function SleepSetting({ project }: { readonly project: Project }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  const { data, error, refetch } = useQuery(sleepsQuery(project.ref))
  const choose = useChooseSleep(project.ref)
  const put = usePutToSleep(project.ref)
  const plan = organization.plan.id
  const chosen = choose.isPending ? choose.variables : data?.after
  const reason = whyNotPut(project, data?.kept_awake_by ?? null)
  const noun = nounOf(project)
  const saving = data && savingText(data.saved)
  return (
    <li className="flex flex-col gap-3 p-4">
      <div className="min-w-0">
        <h2 className="font-medium">{sleepSettingText.sleep}</h2>
        <p className="text-sm text-soft">{sleepSettingText.suspendsWhenIdleSo(noun, ruleText(plan))}</p>
        {saving && <p className="mt-1 text-sm text-faint">{saving}</p>}
        {!data && error && (
          <ErrorNotice error={error} subject={sleepSettingText.failedLoadSleepSettings} onRetry={() => void refetch()} className="mt-2" />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        {chosen === undefined ? (
          <Skeleton className="h-8 w-56" />
        ) : (
          <Select
            label={sleepSettingText.sleepWhenIdle}
            className="w-56"
            value={String(chosen)}
            options={sleepOptions(plan, chosen)}
            onValueChange={(value) =>
              choose.mutate(sleepAfterOf(value), {
                onSuccess: () => toast.success(sleepSettingText.sleepSettingsSaved),
                onError: (failure) => toast.error(failureText(sleepSettingText.changeWhenSleeps(noun), failure)),
              })
            }
          />
        )}
        <Button
          disabled={reason !== null}
          isPending={put.isPending}
          onClick={() => put.mutate(undefined, { onError: (failure) => toast.error(failureText(sleepSettingText.suspend(noun), failure)) })}
        >
          {sleepSettingText.suspendNow}
        </Button>
      </div>
      {reason !== null && <p className="text-sm text-faint">{reason}</p>}
    </li>
  )
}
