import type { ProjectStatus } from '@colonnade/contracts/projects/projects'

/** Statuses as sentences have them, after “is”. Programs find the status in the details of an error. */
export const statusWords: Readonly<Record<ProjectStatus, string>> = {
  COMING_UP: 'starting up',
  ACTIVE_HEALTHY: 'active',
  PAUSING: 'pausing',
  INACTIVE: 'paused',
  RESTORING: 'starting',
  UPGRADING: 'being upgraded',
  GOING_DOWN: 'being deleted',
  REMOVED: 'deleted',
  INIT_FAILED: 'incomplete because its setup failed',
  UNHEALTHY: 'unhealthy',
}

/** Texts of projects: errors, and what members are notified of. */
export const messages = {
  notActive: (status: ProjectStatus) => `The project is ${statusWords[status]}. It must be active for this.`,
  busy: (status: ProjectStatus) => `You can’t do this while the project is ${statusWords[status]}`,
  nameTaken: (name: string) => `The organization already has a project named “${name}”. Choose another name.`,
  passwordPending: 'The password couldn’t be set yet because the database doesn’t respond. Colonnade sets it as soon as the database responds.',
  stopped: 'The database server stopped',
  noDirectory: 'The project’s data directory is missing',
} as const

export const noticeText = {
  openProject: 'Open project',
  noReason: 'The reason is unknown.',
  ready: {
    title: (name: string) => `${name} is ready`,
    first: 'Its database accepts queries.',
    again: 'Its database accepts queries again.',
  },
  paused: {
    title: (name: string) => `${name} is paused`,
    message: 'Colonnade keeps its data. Restore the project to use it again.',
  },
  notCreated: (name: string) => `${name} couldn’t be created`,
  notWoken: (name: string) => `${name} couldn’t wake up`,
  unhealthy: (name: string) => `${name} is unhealthy`,
  deleted: {
    title: (name: string) => `${name} was deleted`,
    message: 'Its data was deleted.',
    external: 'Its database wasn’t changed.',
  },
} as const
