import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { RedirectRules } from '@colonnade/contracts/auth/redirects/redirect-allow-list'
import type { Database } from '@colonnade/pg'
import type { Caller } from '@colonnade/projects'
import type { TokenKey } from '@colonnade/tokens'
import type { StrangerPauses } from './codes/stranger-pauses.ts'
import type { AuthContext } from './context.ts'
import type { Errands } from './errands/errands.ts'
import type { HookLog } from './hooks/hook-log.ts'
import type { Guesses } from './rate-limits/guesses.ts'
import type { SignInTests } from './sign-in-tests/sign-in-tests.ts'
import type { LimitName } from './rate-limits/rate-limits.ts'
import type { AuthRequest, JsonObject } from './requests/auth-request.ts'

/** One call to one project's auth service, with all that handlers need. */
export interface AuthCall extends AuthContext {
  readonly ref: string
  readonly settings: AuthSettings
  /** Where flows may end. */
  readonly redirects: RedirectRules
  readonly request: AuthRequest
  readonly caller: Caller
  readonly guesses: Guesses
  /** Claims of the call's token; for an API key only `role`. */
  readonly claims: JsonObject
  /** Counts this call among those of its kind from its address. @throws AuthError `over_request_rate_limit` */
  readonly countCall: (name: LimitName) => void
  readonly pauses: StrangerPauses
  /** Work to do after the transactions commit, and before the reply. */
  readonly errands: Errands
  readonly hookLog: HookLog
  readonly signInTests: SignInTests
  /** Signs the tokens of this project. @throws AuthError `unexpected_failure` while no key is in use */
  signingKey(): TokenKey
  /** The project's database, which this wakes, and which stays awake until the call is answered. */
  database(): Promise<Database>
}
