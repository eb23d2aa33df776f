import type { ProjectStatus } from '@colonnade/contracts/projects/projects'

/** What decides whether a project can go over to another organization now. */
export interface TransferSituation {
  readonly name: string
  readonly status: ProjectStatus
  /** It is the organization's already. */
  readonly is_there: boolean
  readonly is_branch: boolean
  readonly is_restoring: boolean
  readonly is_promoting: boolean
  /** Another project there has its name. */
  readonly is_name_taken: boolean
}

/** Statuses that nothing is about to change. */
const settled: readonly ProjectStatus[] = ['ACTIVE_HEALTHY', 'INACTIVE', 'UNHEALTHY', 'INIT_FAILED']

/** Why it can not go, each with what to do first; `ofPlan`: what the plan there has no room for. */
export function transferRefusals(project: TransferSituation, organization: string, ofPlan: readonly string[]): string[] {
  if (project.is_branch) return ['This is a branch: transfer its project, and all of its branches go along']
  if (project.is_there) return [`${project.name} belongs to ${organization} already`]
  const when = (is: boolean, words: string) => (is ? [words] : [])
  return [
    ...when(!settled.includes(project.status), `Wait until ${project.name} has settled: it is ${project.status}`),
    ...when(project.is_restoring, `Wait until the backup is restored that ${project.name} or a branch of it is restored from`),
    ...when(project.is_promoting, `Wait until the replica of ${project.name} has taken the primary's place`),
    ...when(project.is_name_taken, `Rename ${project.name} first: ${organization} has a project of that name`),
    ...ofPlan,
  ]
}
