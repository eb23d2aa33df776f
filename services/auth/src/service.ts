import type { AuthLimitUsage } from '@colonnade/contracts/auth/auth-limits'
import type { AuthHookCall } from '@colonnade/contracts/auth/auth-hook-calls'
import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { compileRedirects } from '@colonnade/contracts/auth/redirects/redirect-allow-list'
import { toAppError } from '@colonnade/core'
import type { AuthConfiguration, Caller, Known, ProjectKeys, ProjectService, ServiceReply, ServiceRequest } from '@colonnade/projects'
import { importTokenKey, type Jwk, type TokenKey } from '@colonnade/tokens'
import { Readable } from 'node:stream'
import type { AuthCall } from './call.ts'
import { requireCaptcha } from './captcha/captcha.ts'
import { createCleanup } from './cleanup/cleanup.ts'
import { createStrangerPauses } from './codes/stranger-pauses.ts'
import type { AuthContext } from './context.ts'
import { createErrands } from './errands/errands.ts'
import { AuthError } from './errors.ts'
import { createHookLog } from './hooks/hook-log.ts'
import { outsideAddresses } from './outside-addresses.ts'
import { createLeakedPasswords } from './passwords/leaked-passwords.ts'
import { providerPost } from './phones/provider-post.ts'
import { createProjectDatabases, type ProjectDatabases } from './project/project-databases.ts'
import { createGuesses } from './rate-limits/guesses.ts'
import { limitUsage } from './rate-limits/limit-usage.ts'
import { createPostedMessages } from './rate-limits/posted-messages.ts'
import { createRateLimits } from './rate-limits/rate-limits.ts'
import { createRefusals } from './rate-limits/refusals.ts'
import { claimsOf, readRequest } from './requests/auth-request.ts'
import { renderError, renderReply } from './requests/auth-reply.ts'
import { createRouter, type Found } from './router.ts'
import { routes } from './routes.ts'
import { looksAtOnce } from './limits.ts'
import { type AuthInbox, createInbox } from './mails/inbox.ts'
import { createMailNews } from './mails/mail-news.ts'
import { createMailPost } from './mails/outbox-post.ts'
import { createMailOutbox } from './mails/outbox.ts'
import { authErrorOf } from './service-errors.ts'
import { createSignInTests } from './sign-in-tests/sign-in-tests.ts'
import { requireAdmin, requireUser, type SignedInCall } from './sessions/signed-in.ts'

/** The auth service of all projects. */
export interface AuthService extends AsyncDisposable {
  readonly serve: ProjectService
  readonly inbox: AuthInbox
  /** The last calls of a project's hooks, newest first. */
  hookCalls(ref: string): readonly AuthHookCall[]
  /** Returns the usage of a project's limits. Wakes no project. */
  limitUsage(ref: string): Promise<readonly AuthLimitUsage[]>
  /** Sends what was left in the outboxes of these projects, which are awake. */
  resume(refs: readonly string[]): Promise<void>
  /** Closes the connections to a project that nobody uses right now. */
  closeIdle(ref: string): void
}

/** Parts with defaults can be replaced. */
export interface AuthServiceParts
  extends Omit<AuthContext, 'post' | 'sms' | 'addresses' | 'leaked'>, Partial<Pick<AuthContext, 'post' | 'sms' | 'addresses'>> {
  /** Hashes of leaked passwords in their order; without it a service is asked. */
  readonly leakedPasswordsFile?: string | null
}

export function createAuthService(parts: AuthServiceParts): AuthService {
  const { secrets, logger } = parts
  const posted = createPostedMessages(parts.clock, logger)
  const databases = createProjectDatabases({
    ...parts,
    onOpened: (ref) => outbox.look(ref),
    onClosing: (ref, database) => posted.read(ref, database),
  })
  const news = createMailNews()
  const outbox = createMailOutbox({ ...parts, databases, news })
  const addresses = parts.addresses ?? outsideAddresses
  const context: AuthContext = {
    ...parts,
    post: parts.post ?? createMailPost({ secrets, outbox, news }),
    sms: parts.sms ?? providerPost,
    addresses,
    leaked: createLeakedPasswords({ ...parts.outbound, logger, file: parts.leakedPasswordsFile ?? null, rangeUrl: addresses.leakedPasswords }),
  }
  const hookLog = createHookLog()
  const signInTests = createSignInTests(context.clock)
  const refusals = createRefusals(context.clock)
  const limits = createRateLimits(context.clock, refusals)
  const pauses = createStrangerPauses(context.clock)
  const guesses = createGuesses(context.clock, refusals)
  const cleanup = createCleanup({ databases, clock: context.clock, logger: context.logger })
  const router = createRouter(routes)

  const answer = async ({ route, parameters }: Found, call: AuthCall): Promise<ServiceReply> => {
    if (route.limit !== undefined) call.countCall(route.limit)
    if (route.captcha) await requireCaptcha(call)
    if (route.who === 'admin') requireAdmin(call)
    const reply = route.who === 'user' ? await route.handle(await requireUserOf(route, call), parameters) : await route.handle(call, parameters)
    await call.errands.run()
    return renderReply(reply)
  }
  return {
    async serve(request, caller) {
      let form: 'usual' | 'oauth' = 'usual'
      const leaving: Array<() => void> = []
      const leaveAll = (): void => {
        for (const leave of leaving) leave()
        if (leaving.length > 0) cleanup.after(caller.ref)
      }
      let stream: Readable | undefined
      try {
        const read = readRequest(request)
        const found = router.find(read.method, read.segments)
        form = found.route.errors?.(read.query) ?? 'usual'
        const known = await context.known.find(caller.ref)
        if (known === null) throw new AuthError('not_found', 'Project not found')
        const own = ownOf(known)
        const database = createEntrance(databases, caller.ref, leaving)
        const call: AuthCall = {
          ...context,
          ref: caller.ref,
          request: read,
          caller,
          guesses,
          claims: claimsOf(caller),
          ...own,
          pauses,
          countCall: (name) => limits.count(name, { ref: caller.ref, address: caller.address }, own.settings),
          errands: createErrands(database, (error) => logger.warn('auth errand not undone', { ref: caller.ref, error: toAppError(error) })),
          hookLog,
          signInTests,
          database,
        }
        const reply = await answer(found, call)
        if (reply.body instanceof Readable) stream = reply.body.once('close', leaveAll)
        return reply
      } catch (thrown) {
        const refusal = refusalOf(context, thrown, caller, request)
        if (refusal.details.limit !== undefined) refusals.add(caller.ref, refusal.details.limit)
        return renderError(refusal, request.headers, form)
      } finally {
        if (stream === undefined) leaveAll()
      }
    },
    hookCalls: (ref) => hookLog.list(ref),
    limitUsage: (ref) => limitUsage({ known: context.known, databases, limits, guesses, posted, refusals }, ref),
    inbox: createInbox({ ...parts, databases, news }),
    async resume(refs) {
      const waiting = refs.values()
      const lookThrough = async (): Promise<void> => {
        for (const ref of waiting) await outbox.settle(ref)
      }
      await Promise.all(Array.from({ length: looksAtOnce }, lookThrough))
    },
    closeIdle: (ref) => databases.closeIdle(ref),
    async [Symbol.asyncDispose]() {
      await cleanup[Symbol.asyncDispose]()
      await outbox[Symbol.asyncDispose]()
      await databases[Symbol.asyncDispose]()
    },
  }
}

/** @throws AuthError `not_admin` for a token of an application, or of a member signed in as the user, where those are not taken */
async function requireUserOf({ applications }: Found['route'], call: AuthCall): Promise<SignedInCall> {
  const signedIn = await requireUser(call)
  if (signedIn.application !== null && applications !== true) {
    throw new AuthError('not_admin', 'An application’s token can’t be used here: the user must sign in')
  }
  if (signedIn.memberId !== null && applications !== true) {
    throw new AuthError('not_admin', 'You’re signed in on the user’s behalf. Only the user can change the account')
  }
  return signedIn
}

/** Enters the project's database with the first question, and never for a call that has none. */
function createEntrance(databases: ProjectDatabases, ref: string, leaving: Array<() => void>): AuthCall['database'] {
  let entered: ReturnType<AuthCall['database']> | undefined
  return () =>
    (entered ??= databases.enter(ref).then(({ database, leave }) => {
      leaving.push(leave)
      return database
    }))
}

/** Logs a database's own errors, and hides them from clients. */
function refusalOf({ logger }: AuthContext, thrown: unknown, { ref, requestId }: Caller, { path }: ServiceRequest): AuthError {
  const known = authErrorOf(thrown)
  if (known !== null && known.status < 500) return known
  const cause = known?.details.cause ?? thrown
  logger.warn('auth request failed', { ref, request_id: requestId, path, error: toAppError(cause) })
  return known ?? new AuthError('unexpected_failure', 'Unexpected failure, please check server logs for more information', { cause: thrown })
}

const configured = new WeakMap<AuthConfiguration, Pick<AuthCall, 'settings' | 'redirects'>>()
const keysOf = new WeakMap<ProjectKeys, readonly TokenKey[]>()

/** Returns values derived from a project's settings and keys, computed once for each state of them. */
function ownOf({ auth, keys }: Known): Pick<AuthCall, 'settings' | 'redirects' | 'signingKey'> {
  const own = configured.get(auth) ?? configure(auth)
  configured.set(auth, own)
  const imported = keysOf.get(keys) ?? keys.signingKeys.map(({ id, state, jwk }) => importTokenKey(jwk as Jwk, { id, state }))
  keysOf.set(keys, imported)
  return {
    ...own,
    signingKey() {
      const key = imported.find(({ state }) => state === 'in_use')
      if (key === undefined) throw new AuthError('unexpected_failure', 'The project has no signing key in use')
      return key
    },
  }
}

function configure({ settings: differences }: AuthConfiguration): Pick<AuthCall, 'settings' | 'redirects'> {
  const settings = completeAuthSettings(differences)
  return { settings, redirects: compileRedirects(settings) }
}
