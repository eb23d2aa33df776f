import type { ProjectService } from '@colonnade/projects'

/** Part of a context: the auth service of all projects, called within the process; null while none runs. */
export interface HasAuthService {
  readonly authService: () => ProjectService | null
}
