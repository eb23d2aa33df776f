import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { refusalText } from './messages.ts'

/** The facts that decide whether a project can be transferred now. */
export interface TransferSituation {
  readonly name: string
  readonly status: ProjectStatus
  /** The project already belongs to the organization. */
  readonly is_there: boolean
  readonly is_branch: boolean
  readonly is_restoring: boolean
  readonly is_promoting: boolean
  /** Another project there has the same name. */
  readonly is_name_taken: boolean
}

/** Statuses that don’t change without a call. */
const settled: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'INACTIVE', 'UNHEALTHY', 'INIT_FAILED']

/** Returns why a project can’t be transferred, each with what to do first. `ofPlan` has what exceeds the other organization’s plan. */
export function transferRefusals(project: TransferSituation, organization: string, ofPlan: readonly string[]): string[] {
  if (project.is_branch) return [refusalText.branch]
  if (project.is_there) return [refusalText.there(project.name, organization)]
  const when = (is: boolean, words: string) => (is ? [words] : [])
  return [
    ...when(!settled.includes(project.status), refusalText.unsettled(project.name, project.status)),
    ...when(project.is_restoring, refusalText.restoring(project.name)),
    ...when(project.is_promoting, refusalText.promoting(project.name)),
    ...when(project.is_name_taken, refusalText.nameTaken(project.name, organization)),
    ...ofPlan,
  ]
}
