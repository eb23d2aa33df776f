import type { Clock, Logger } from '@colonnade/core'
import type { KnownProjects, ProjectDirectory } from '@colonnade/projects'
import type { OwnApi } from './egress/own-api.ts'
import type { OwnDatabase } from './egress/own-database.ts'
import type { FunctionLog } from './logs/function-log.ts'
import type { Ground } from './sandboxes/ground.ts'

/** Figures that tests shorten. */
export interface FunctionTimes {
  readonly answerMs: number
  readonly bootMs: number
  readonly roundMs: number
}

/** What the service is given. */
export interface FunctionsContext {
  readonly projects: Pick<ProjectDirectory, 'functionEnvironment'>
  readonly known: KnownProjects
  /** What workers stand on; opened when the first is needed. */
  readonly ground: () => Promise<Ground>
  /** Where bundles are, each in a folder by its name. */
  readonly bundlesFolder: string
  readonly log: FunctionLog
  /** Answers calls of functions to their project's own API. */
  readonly ownApi: OwnApi
  /** Opens sockets to projects' databases for workers. */
  readonly ownDatabase: OwnDatabase
  /** Workers of all projects together. */
  readonly workersMost: number
  readonly times: FunctionTimes
  readonly clock: Clock
  readonly logger: Logger
}
