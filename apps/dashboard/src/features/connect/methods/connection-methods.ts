import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { PoolMode, SupavisorConfig } from '@colonnade/contracts/projects/project-settings'
import type { DatabaseEntry } from '@colonnade/contracts/projects/projects'
import { type ConnectionTarget, directTarget } from '../../../lib/connection-uri.ts'
import { poolerPorts } from '../limits.ts'
import { domainText, encryptedOnlyText, noAddressText, noPrepareText } from '../messages.ts'

export type MethodId = 'direct' | 'transaction' | 'session'

/** What of a network a host can be reached from, as far as its address and the project's add-ons tell. */
export type Reach = 'this machine' | 'ipv4' | 'ipv6' | 'unknown'

export interface ReachableState {
  readonly target: ConnectionTarget
  readonly reach: Reach
  readonly isEncryptedOnly: boolean
  /** The user name without the custom domain, which otherwise identifies the project. */
  readonly userWithoutDomain?: string | undefined
}

/** One way to the database. One that can't be used says why, and has nowhere to connect to. */
export interface ConnectionMethod {
  readonly id: MethodId
  readonly label: string
  /** What it is good for. */
  readonly description: string
  /** Whose pooler it goes through; null for none. */
  readonly pooler: 'shared' | 'dedicated' | null
  readonly state: ReachableState | { readonly reason: string }
}

export interface MethodsInput {
  readonly database: DatabaseEntry
  readonly plan: Organization['plan']['id']
  /** null where the project has none, or it is not known. */
  readonly pgbouncer: PgbouncerConfig | null
  readonly supavisor: readonly SupavisorConfig[]
  readonly addons: readonly { readonly type: string }[]
  /** The project's own, where it is active. */
  readonly domain?: string | null | undefined
}

export const sessionOnlyText = 'Transaction pooler is unavailable as the pool mode is session'

/**
 * The ways to one database (spec §9): direct always; a transaction and a session pooler as far as the server reports poolers. The free
 * plan uses the shared pooler; paid plans a dedicated one, which comes with the IPv4 add-on, and the shared one where there is none.
 */
export function connectionMethods(input: MethodsInput): readonly ConnectionMethod[] {
  const { database, plan, pgbouncer, supavisor, domain = null } = input
  const ways = supavisor.filter(({ identifier }) => identifier === database.identifier)
  const shared = sharedPooler(domain === null ? ways : ways.map((way) => ({ ...way, db_host: domain, db_user: roleOf(way), sslmode: 'require' })))
  // the dedicated pooler stands before the primary; replicas are reached through the shared one
  const dedicated = plan !== 'free' && database.database_type === 'PRIMARY' ? dedicatedPooler(pgbouncer) : null
  const transaction = dedicated ?? shared
  const direct = directTarget(database)
  const session = dedicated && (dedicated.mode === 'session' || dedicated.otherTarget) ? dedicated : shared
  return [
    {
      id: 'direct',
      label: 'Direct connection',
      description: 'For servers and tools that stay connected',
      pooler: null,
      state:
        direct === null
          ? { reason: noAddressText }
          : { target: direct, reach: reachOf(direct.db_host, hasIpv4(input.addons)), isEncryptedOnly: false },
    },
    ...(transaction
      ? [
          {
            id: 'transaction',
            label: 'Transaction pooler',
            description: 'For functions and clients that come and go',
            pooler: transaction.kind,
            state: transaction.mode === 'session' ? { reason: sessionOnlyText } : through(transaction, 'transaction', input),
          } as const,
        ]
      : []),
    ...(session
      ? [
          {
            id: 'session',
            label: 'Session pooler',
            description: 'Like direct, for networks without IPv6',
            pooler: session.kind,
            state: through(session, 'session', input),
          } as const,
        ]
      : []),
  ]
}

interface Pooler {
  readonly kind: 'shared' | 'dedicated'
  readonly mode: PoolMode
  readonly target: ConnectionTarget
  /** Where it is reached in the other mode, if it says so. */
  readonly otherTarget?: ConnectionTarget | undefined
}

/** By a domain it is the role alone. */
function roleOf({ db_user, identifier }: SupavisorConfig): string {
  return db_user.endsWith(`.${identifier}`) ? db_user.slice(0, -identifier.length - 1) : db_user
}

/** The first config is the pooler's default mode; a second one has the address of the other mode. */
function sharedPooler(configs: readonly (SupavisorConfig & Pick<ConnectionTarget, 'sslmode'>)[]): Pooler | null {
  const [config] = configs
  if (!config) return null
  const other = configs.find(({ pool_mode }) => pool_mode !== config.pool_mode)
  return { kind: 'shared', mode: config.pool_mode, target: targetOf(config), otherTarget: other && targetOf(other) }
}

function dedicatedPooler(config: PgbouncerConfig | null): Pooler | null {
  if (config === null || !config.pgbouncer_enabled || config.db_host === null) return null
  const { db_host, session_port } = config
  const mode = config.pool_mode ?? 'transaction'
  const target = targetOf({ ...config, db_host, db_port: config.db_port ?? poolerPorts[mode] })
  const otherTarget = mode === 'transaction' && session_port !== null ? { ...target, db_port: session_port } : undefined
  return { kind: 'dedicated', mode, target, otherTarget }
}

/** Where the pooler says for each mode; for one that it says nothing of, at the usual port. */
function through(
  { kind, mode, target: ownTarget, otherTarget }: Pooler,
  wanted: PoolMode,
  { addons, supavisor, database }: MethodsInput,
): ReachableState {
  const target = wanted === mode ? ownTarget : (otherTarget ?? { ...ownTarget, db_port: poolerPorts[wanted] })
  // the shared pooler listens on IPv4 for everybody; the dedicated one where the project has the add-on
  const reach = reachOf(target.db_host, kind === 'shared' || hasIpv4(addons))
  const userWithoutDomain = target.sslmode && supavisor.find(({ identifier }) => identifier === database.identifier)?.db_user
  return { target, reach, isEncryptedOnly: supavisor.some(({ is_tls_required }) => is_tls_required), ...(userWithoutDomain && { userWithoutDomain }) }
}

export function hasIpv4(addons: MethodsInput['addons']): boolean {
  return addons.some(({ type }) => type === 'ipv4')
}

/** Returns the IP version of a host. A name only has one if IPv4 is guaranteed for it. */
export function reachOf(host: string, isIpv4Promised: boolean): Reach {
  if (host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host)) return 'this machine'
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(host)) return 'ipv4'
  if (host.includes(':')) return 'ipv6'
  return isIpv4Promised ? 'ipv4' : 'unknown'
}

function targetOf({ db_host, db_port, db_name, db_user, sslmode }: ConnectionTarget): ConnectionTarget {
  return { db_host, db_port, db_name, db_user, ...(sslmode && { sslmode }) }
}

export interface MethodNote {
  readonly tone: 'quiet' | 'warning'
  readonly text: string
}

/** What somebody must know before using a method: who reaches it, and what it can't do. */
export function notesOf(method: ConnectionMethod, methods: readonly ConnectionMethod[]): readonly MethodNote[] {
  if ('reason' in method.state) return [{ tone: 'warning', text: method.state.reason }]
  const hasWayAround = method.id !== 'session' && methods.some(({ id, state }) => id === 'session' && 'reach' in state && state.reach === 'ipv4')
  const needsIpv6 = hasWayAround ? 'On a network without IPv6 use the session pooler.' : 'It needs a network with IPv6.'
  const reach: Readonly<Record<Reach, MethodNote>> = {
    'this machine': { tone: 'quiet', text: `Reachable from this machine only: it listens on ${method.state.target.db_host}.` },
    ipv4: { tone: 'quiet', text: 'Reachable over IPv4.' },
    ipv6: { tone: 'warning', text: `This host has an IPv6 address only. ${needsIpv6}` },
    unknown: { tone: 'quiet', text: `This host may have an IPv6 address only, as the project has no IPv4 add-on. ${needsIpv6}` },
  }
  const { userWithoutDomain: user } = method.state
  return [
    user === undefined ? reach[method.state.reach] : { tone: 'quiet', text: domainText(user) },
    ...(method.state.isEncryptedOnly ? [{ tone: 'warning', text: encryptedOnlyText } as const] : []),
    ...(method.id === 'transaction' ? [{ tone: 'warning', text: noPrepareText } as const] : []),
  ]
}
