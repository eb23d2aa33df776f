import type { ProjectService } from '@colonnade/projects'

/** Part of a context: the edge functions of all projects, called within the process; null while none runs. */
export interface HasFunctionsService {
  readonly functionsService: () => ProjectService | null
}
