import type { ProjectService } from '@colonnade/projects'

/** A context's part: the edge functions of all projects, called within the process; null while none runs. */
export interface HasFunctionsService {
  readonly functionsService: () => ProjectService | null
}
