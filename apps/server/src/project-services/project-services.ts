import { type Logger, type MemoryBudget, systemClock, systemRandom, toAppError } from '@colonnade/core'
import { type AuthContext, type AuthInbox, createAuthService, type MailPost, type SmsPost } from '@colonnade/auth'
import type { AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import type { RealtimeActivity } from '@colonnade/contracts/realtime/realtime-live'
import {
  bootOnce,
  createFunctionBuilder,
  createFunctionLog,
  createFunctionsService,
  createGroundAccess,
  defaultTimes,
  type OwnDatabase,
  workersFor,
} from '@colonnade/functions'
import { type ObjectStorageConfig, openDiskStores, openS3Stores } from '@colonnade/objects'
import { createFileLog, createGateway, type Gateway, mountGateway, mountS3Endpoint, serveInnerCall } from '@colonnade/gateway'
import type { FastifyInstance } from '@colonnade/http'
import { createKnownProjects, type FunctionBuilder, type FunctionLogs, type ProjectDirectory, type ProjectService } from '@colonnade/projects'
import { createRealtimeService } from '@colonnade/realtime'
import { createRestService } from '@colonnade/rest'
import type { ChangeReaders } from '@colonnade/row-feed'
import type { Pooler } from '@colonnade/pooler'
import type { Secrets } from '@colonnade/secrets'
import { type PackageSourceConfig, registryLines } from '../package-source.ts'
import { createStorageService, openImages } from '@colonnade/storage'
import { randomUUID } from 'node:crypto'
import { totalmem } from 'node:os'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface ProjectServicesParts {
  readonly projects: ProjectDirectory
  /** What is committed in projects. */
  readonly readers: ChangeReaders
  readonly logger: Logger
  readonly memory: MemoryBudget
  /** Where the logs of requests are kept, a folder for each project. */
  readonly logFolder: string
  /** Where the bytes of files are kept, a folder for each project with its branches. */
  readonly objectsFolder: string
  /** Where they are kept instead; what is only begun stays in the folder. */
  readonly objects?: ObjectStorageConfig | null
  /** Where functions and what they run in are kept. */
  readonly functionsFolder: string
  /** How packages that functions import are fetched. */
  readonly packages: PackageSourceConfig
  /** Leads functions to their databases, once it is open. */
  readonly pooler?: () => Pick<Pooler, 'listenIn'> | null
  readonly publicUrl: string | null
  readonly outbound: AuthContext['outbound']
  /** Hashes of leaked passwords; null to ask a service. */
  readonly leakedPasswordsFile?: string | null
  /** Seals what services keep in projects' databases. */
  readonly secrets: Secrets
  /** In place of the projects' own outboxes. */
  readonly post?: MailPost
  /** In place of the providers of text messages. */
  readonly sms?: SmsPost
  /** In place of those where providers of text messages and captchas answer. */
  readonly addresses?: AuthContext['addresses']
}

export interface ProjectServices extends AsyncDisposable {
  readonly authMails: AuthInbox
  /** Called within the process: whoever calls says who they are. */
  readonly auth: ProjectService
  /** The last calls of a project's hooks, newest first. */
  hookCalls(ref: string): readonly AuthHookCall[]
  /** How much of a project's limits is used. Wakes nobody. */
  limitUsage(ref: string): Promise<readonly AuthLimitUsage[]>
  /** Who is connected to realtime of a project, and what they send. Wakes nobody. */
  realtimeLive(ref: string): RealtimeActivity
  /** Called within the process, as `auth`. */
  readonly functions: ProjectService
  /** Builds functions; opened when it is first needed. */
  functionBuilder(): Promise<FunctionBuilder>
  /** What functions printed and answered. */
  readonly functionLogs: FunctionLogs
  /** Takes up what the last process left undone in projects that are awake. */
  resume(): Promise<void>
  /** Leads S3 clients to all projects at an address of its own. */
  serveS3(app: FastifyInstance, publicUrl: string | null): void
  /** Resolves once what is committed in a project that has woken is followed for those who listen, or soon anyway. */
  followAwoken(ref: string): Promise<void>
  /** Closes connections to a project that no service uses right now. */
  closeIdle(ref: string): void
  /** Removes what is kept of a removed project. */
  forget(ref: string): Promise<void>
}

/** Memory for the trial boot of a function when its project was removed during the build. */
const leastMemoryBytes = 256 * 1024 * 1024

/** Opens the services of projects and leads clients to them: `/api/<ref>/<service>/v1`. */
export function openProjectServices(
  app: FastifyInstance,
  {
    projects,
    readers,
    logger,
    memory,
    logFolder,
    objectsFolder,
    functionsFolder,
    packages,
    objects = null,
    pooler = () => null,
    publicUrl,
    secrets,
    outbound,
    post,
    sms,
    addresses,
    leakedPasswordsFile = null,
  }: ProjectServicesParts,
): ProjectServices {
  const opened = new AsyncDisposableStack()
  const known = opened.use(createKnownProjects({ projects, clock: systemClock, logger }))
  const rest = opened.use(createRestService({ projects, memory, clock: systemClock, logger }))
  const log = opened.use(createFileLog(logFolder, logger))
  const functionLog = opened.use(createFunctionLog(logFolder, systemClock, logger))
  const auth = opened.use(
    createAuthService({
      projects,
      known,
      clock: systemClock,
      random: systemRandom,
      logger,
      secrets,
      outbound,
      leakedPasswordsFile,
      ...(post && { post }),
      ...(sms && { sms }),
      ...(addresses && { addresses }),
    }),
  )
  const stores = objects === null ? openDiskStores({ folder: objectsFolder }) : openS3Stores({ folder: objectsFolder, storage: objects })
  opened.defer(() => stores.close())
  const images = opened.use(openImages(objectsFolder))
  const storage = opened.use(createStorageService({ projects, known, stores, images, clock: systemClock, logger }))
  const realtime = opened.use(createRealtimeService({ projects, known, readers, clock: systemClock, logger }))
  const ground = opened.use(createGroundAccess(functionsFolder, logger))
  const ownDatabase: OwnDatabase = async (socket) => (await pooler()?.listenIn(socket)) ?? null
  const functions = opened.use(
    createFunctionsService({
      projects,
      known,
      ground: ground.open,
      bundlesFolder: join(functionsFolder, 'bundles'),
      log: functionLog,
      ownApi: (call, request, response) => serveInnerCall(gateway, { ...call, requestId: randomUUID() }, request, response),
      ownDatabase,
      workersMost: workersFor(totalmem()),
      times: defaultTimes,
      clock: systemClock,
      logger,
    }),
  )
  const openBuilder = async (): Promise<FunctionBuilder> => {
    const { environment, npmrcPath } = packages
    const npmrc = registryLines(await readFile(npmrcPath, 'utf8').catch(() => ''))
    const own = await ground.open()
    return createFunctionBuilder({
      folder: functionsFolder,
      ground: own,
      boot: async (bundle) => {
        const known = await projects.functions(bundle.ref)
        const deployed = known?.functions.find(({ slug }) => slug === bundle.environment['SUPABASE_FUNCTION_SLUG'])
        const memoryBytes = known?.limits.memoryBytes ?? leastMemoryBytes
        return bootOnce(own, { ...bundle, memoryBytes, allowedHosts: deployed?.allowedHosts ?? null, ownDatabase })
      },
      packages: { environment, npmrc },
      clock: systemClock,
      logger,
    })
  }
  let builder: Promise<FunctionBuilder> | undefined
  const services = {
    rest: rest.serve,
    graphql: rest.graphql,
    auth: auth.serve,
    storage: storage.serve,
    realtime: realtime.serve,
    functions: functions.serve,
  }
  const gateway: Gateway = opened.use(createGateway({ projects, known, services, clock: systemClock, logger, log }))
  mountGateway(app, gateway, { publicUrl })
  return {
    authMails: auth.inbox,
    auth: auth.serve,
    hookCalls: (ref) => auth.hookCalls(ref),
    limitUsage: (ref) => auth.limitUsage(ref),
    realtimeLive: (ref) => realtime.activity(ref),
    functions: functions.serve,
    functionBuilder() {
      builder ??= openBuilder().catch((error: unknown) => {
        builder = undefined
        throw error
      })
      return builder
    },
    functionLogs: functionLog.read,
    async resume() {
      try {
        await Promise.all([ground.resume(), auth.resume(await projects.awake()), realtime.keepPartitions()])
      } catch (error) {
        // whoever comes to a project takes it up as well
        logger.warn('project services not resumed', { error: toAppError(error) })
      }
    },
    serveS3: (s3App, url) => mountS3Endpoint(s3App, { gateway, projects, clock: systemClock, publicUrl: url }),
    followAwoken: (ref) => realtime.followAwoken(ref),
    closeIdle(ref) {
      rest.closeIdle(ref)
      auth.closeIdle(ref)
      storage.closeIdle(ref)
      realtime.closeIdle(ref)
    },
    async forget(ref) {
      functions.forget(ref)
      await functionLog.remove(ref)
      await log.remove(ref)
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
