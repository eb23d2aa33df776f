import type { AuthContext, MailPost, SmsPost } from '@colonnade/auth'
import { logins } from '@colonnade/clusters'
import type { AuthMailContent, AuthMailDetails, AuthMailPage } from '@colonnade/contracts/auth/auth-mails'
import type { ProjectSettings } from '@colonnade/contracts/projects/project-settings'
import { MemoryBudget, memoryLimitsFor, silentLogger, systemRandom } from '@colonnade/core'
import { createHttpApp } from '@colonnade/http'
import type { ObjectStorageConfig } from '@colonnade/objects'
import { type Database, openDatabase } from '@colonnade/pg'
import { createProjectDirectory } from '@colonnade/platform'
import { openTestPlatform, type TestPlatform } from '@colonnade/platform/testing'
import type { FunctionLogs } from '@colonnade/projects'
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js'
import { join } from 'node:path'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { openProjectServices, type ProjectServices } from './project-services.ts'

type AuthOptions = SupabaseClientOptions<'public'>['auth']

/** A project with its services, whose users come over HTTP. */
export interface TestProject extends AsyncDisposable {
  readonly platform: TestPlatform
  readonly ref: string
  /** As `postgres`. */
  readonly owner: Database
  /** Where its services answer, without their names. */
  readonly url: string
  /** Where the S3 API of all projects answers. */
  readonly s3Url: string
  readonly anonKey: string
  readonly serviceKey: string
  /** The unmodified client; with the anon key unless said. Each is at an address of its own, as limits see it. */
  client(key?: string, auth?: AuthOptions): SupabaseClient
  /** Changes settings of the auth service. */
  change(settings: Readonly<Record<string, unknown>>): Promise<void>
  /** What was mailed, newest first, as members see it. */
  mails(query?: string): Promise<AuthMailPage>
  /** The newest mail to an address that was kept. */
  lastMail(to: string): Promise<AuthMailContent>
  /** Ends the services as a stop would, and opens others in their place, at another address. */
  restart(): Promise<void>
  /** What functions printed and answered. */
  readonly functionLogs: FunctionLogs
  /** Closes connections to the project, so that it can sleep. */
  closeIdle(): void
  /** What a start does once projects are up. */
  resume(): Promise<void>
}

/** Time until a change of settings must have arrived. */
const newsMs = 10_000

/** Tests import no packages of npm. */
export const noPackages = { environment: {}, npmrcPath: '/dev/null' }

export interface TestProjectOptions {
  /** In place of the project's own outbox. */
  readonly post?: MailPost
  /** In place of a provider of text messages. */
  readonly sms?: SmsPost
  /** An object storage for files, in place of the disk. */
  readonly objects?: ObjectStorageConfig
  /** In place of those where providers answer. */
  readonly addresses?: AuthContext['addresses']
  /** Opens a pooler too, which leads functions to their databases. */
  readonly hasPooler?: boolean
}

export async function openTestProject(
  name: string,
  { post, sms, addresses, objects, hasPooler = false }: TestProjectOptions = {},
): Promise<TestProject> {
  const opened = new AsyncDisposableStack()
  let services: ProjectServices | undefined
  const platform = opened.use(
    await openTestPlatform({
      authMails: () => services?.authMails ?? null,
      authHookCalls: (of) => services?.hookCalls(of) ?? [],
      authLimits: (of) => services?.limitUsage(of) ?? null,
      authService: () => services?.auth ?? null,
      realtimeLive: (of) => services?.realtimeLive(of) ?? null,
      functionLogs: () => services?.functionLogs ?? null,
      followAwoken: async (of) => services?.followAwoken(of),
      functionBuilder: () => services?.functionBuilder() ?? null,
    }),
  )
  const { secrets, clusters } = platform.ctx
  const projects = opened.use(createProjectDirectory(platform.ctx))
  const ref = await platform.project(name)
  const owner = opened.use(openDatabase({ ...(await clusters.endpoint(ref)), ...logins.owner }))
  const memory = new MemoryBudget(memoryLimitsFor(8 * 1024 ** 3))
  const logFolder = join(platform.ground.home, 'logs')
  const objectsFolder = join(platform.ground.home, 'objects')
  const functionsFolder = join(platform.ground.home, 'functions')
  const ways = { host: '127.0.0.1', sessionPort: 0, transactionPort: 0, dedicated: { host: null, firstPort: 0 }, certificate: null }
  const folder = join(platform.ground.home, 'pooler')
  const pooler: Pooler | null = hasPooler ? opened.use(await openPooler({ config: { ...ways, folder }, projects })) : null
  let running = new AsyncDisposableStack()
  opened.defer(() => running.disposeAsync())
  let s3Url = ''
  const start = async (): Promise<string> => {
    const app = createHttpApp({ logger: silentLogger, random: systemRandom, trustedProxies: ['127.0.0.1'] })
    running.defer(() => app.close())
    const parts = {
      projects,
      readers: platform.ctx.changeReaders,
      logger: silentLogger,
      memory,
      logFolder,
      objectsFolder,
      functionsFolder,
      packages: noPackages,
      objects: objects ?? null,
      publicUrl: null,
      secrets,
      outbound: { arePrivateAllowed: true },
      pooler: () => pooler,
    }
    services = running.use(openProjectServices(app, { ...parts, ...(post && { post }), ...(sms && { sms }), ...(addresses && { addresses }) }))
    const s3App = createHttpApp({ logger: silentLogger, random: systemRandom })
    running.defer(() => s3App.close())
    services.serveS3(s3App, null)
    s3Url = await s3App.listen({ host: '127.0.0.1', port: 0 })
    return `${await app.listen({ host: '127.0.0.1', port: 0 })}/api/${ref}`
  }
  let clients = 0
  let url = await start()
  const settings = (await platform.ask('owner', 'GET', `/platform/projects/${ref}/settings`)).json as ProjectSettings
  const keyOf = (wanted: string): string => settings.service_api_keys.find((key) => key.name === wanted)!.api_key
  const [anonKey, serviceKey] = [keyOf('anon'), keyOf('service_role')]
  const mails = async (query = ''): Promise<AuthMailPage> =>
    (await platform.ask('owner', 'GET', `/platform/auth/${ref}/mails${query}`)).json as AuthMailPage
  return {
    platform,
    ref,
    owner,
    get url() {
      return url
    },
    get s3Url() {
      return s3Url
    },
    anonKey,
    serviceKey,
    client(key = anonKey, auth = {}) {
      clients += 1
      return createClient(url, key, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false, ...auth },
        global: { headers: { 'x-forwarded-for': `10.0.${clients >> 8}.${clients & 255}` } },
      })
    },
    async change(changes) {
      const news = projects.news(ref)
      try {
        const reply = await platform.ask('owner', 'PATCH', `/v1/projects/${ref}/config/auth`, changes)
        if (reply.status !== 200) throw new Error(`The settings were refused: ${JSON.stringify(reply.json)}`)
        // the services hear of it at the same moment
        if (!(await news.next(newsMs))) throw new Error('No one was notified of the change')
      } finally {
        news.close()
      }
    },
    mails,
    async lastMail(to) {
      const found = (await mails()).items.find((mail) => mail.to === to && mail.state === 'kept')
      if (found === undefined) throw new Error(`Nothing was mailed to ${to}`)
      return ((await platform.ask('owner', 'GET', `/platform/auth/${ref}/mails/${found.id}`)).json as AuthMailDetails).content!
    },
    async restart() {
      await running.disposeAsync()
      running = new AsyncDisposableStack()
      url = await start()
    },
    functionLogs: (of, query) => services!.functionLogs(of, query),
    closeIdle: () => services!.closeIdle(ref),
    resume: () => services!.resume(),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  }
}
