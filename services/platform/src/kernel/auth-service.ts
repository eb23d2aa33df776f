import type { ProjectService } from '@colonnade/projects'

/** A context's part: the auth service of all projects, called within the process; null while none runs. */
export interface HasAuthService {
  readonly authService: () => ProjectService | null
}
