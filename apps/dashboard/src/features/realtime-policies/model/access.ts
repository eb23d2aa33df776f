import type { policies } from '@colonnade/pg-meta'
import type { RealtimeExtension } from '@colonnade/pg-meta/realtime-trial'
import { expressionsOf, isOpen, type NamedValues, unionOf, valuesIn } from '../../../scope/policies/conditions.ts'
import { apiRoles, holdsFor, isOfCommand, type Reach } from '../../../scope/policies/reach.ts'

type Policy = policies.Policy

/** The commands that Realtime checks policies for: SELECT to join, INSERT to send. */
export const channelCommands = ['SELECT', 'INSERT'] as const
export type ChannelCommand = (typeof channelCommands)[number]

/** Channel operations, with what policies must allow for each. */
export const channelActions = [
  { id: 'hear', command: 'SELECT', extension: 'broadcast' },
  { id: 'see', command: 'SELECT', extension: 'presence' },
  { id: 'send', command: 'INSERT', extension: 'broadcast' },
  { id: 'share', command: 'INSERT', extension: 'presence' },
] as const satisfies readonly { readonly id: string; readonly command: ChannelCommand; readonly extension: RealtimeExtension }[]
export type ChannelActionId = (typeof channelActions)[number]['id']

const extensionColumn = 'extension'
const topicCall = 'realtime.topic()'

/** Returns the expression that applies to reads or writes. */
function expressionFor(policy: Policy, command: ChannelCommand): string {
  const expressions = expressionsOf(policy)
  return policy.command === 'ALL' && command === 'INSERT' ? expressions[1]! : expressions[0]!
}

/** Returns how far policies allow an action for a role, over all topics. */
export function reachOf(all: readonly Policy[], role: string, { command, extension }: (typeof channelActions)[number]): Reach {
  const held = all.filter((policy) => holdsFor(policy, role) && isOfCommand(policy, command))
  const opening = held.filter(
    (policy) => policy.action === 'PERMISSIVE' && valuesIn(expressionFor(policy, command), extensionColumn)?.has(extension) !== false,
  )
  if (opening.length === 0) return 'none'
  const isLimited = held.some(({ action }) => action === 'RESTRICTIVE')
  const known = new Map([[extensionColumn, extension]])
  return !isLimited && opening.some((policy) => isOpen(expressionFor(policy, command), known, role)) ? 'all' : 'some'
}

/** The effect of one policy. */
export interface PolicyMeaning {
  /** Actions it allows; empty if Realtime never checks it. */
  readonly actions: readonly ChannelActionId[]
  /** Topics it's limited to; null for all, or if another condition chooses them. */
  readonly topics: readonly string[] | null
  /** True if it has conditions besides topic and extension. */
  readonly hasCondition: boolean
}

export function meaningOf(policy: Policy): PolicyMeaning {
  const asked = channelActions.filter(
    ({ command, extension }) => isOfCommand(policy, command) && valuesIn(expressionFor(policy, command), extensionColumn)?.has(extension) !== false,
  )
  const commands = channelCommands.filter((command) => isOfCommand(policy, command))
  const topics: NamedValues = unionOf(commands.map((command) => valuesIn(expressionFor(policy, command), topicCall)))
  const role = policy.roles.length === 1 ? policy.roles[0]! : 'public'
  const isPlain = asked.every(({ command, extension }) => {
    const known = new Map([
      [extensionColumn, extension as string],
      ...(topics === null ? [] : [...topics].slice(0, 1).map((topic) => [topicCall, topic] as const)),
    ])
    return isOpen(expressionFor(policy, command), known, role)
  })
  return { actions: asked.map(({ id }) => id), topics: topics === null || commands.length === 0 ? null : [...topics], hasCondition: !isPlain }
}

/** A probable mistake in the policies. */
export type ChannelWarning =
  | { readonly kind: 'anon-opens'; readonly policy: string; readonly command: ChannelCommand }
  /** Clients can send but not join, and sending requires joining. */
  | { readonly kind: 'deaf'; readonly roles: readonly string[] }

export function warningsOf(all: readonly Policy[]): readonly ChannelWarning[] {
  const opens = all.flatMap((policy) =>
    channelCommands
      .filter((command) => policy.action === 'PERMISSIVE' && holdsFor(policy, 'anon') && isOfCommand(policy, command))
      .filter((command) => isOpen(expressionFor(policy, command), new Map([[extensionColumn, 'broadcast']]), 'anon'))
      .map((command) => ({ kind: 'anon-opens' as const, policy: policy.name, command })),
  )
  const does = (role: string, command: ChannelCommand): boolean =>
    channelActions.some((action) => action.command === command && reachOf(all, role, action) !== 'none')
  const deaf = apiRoles.filter((role) => does(role, 'INSERT') && !does(role, 'SELECT'))
  return [...opens, ...(deaf.length > 0 ? [{ kind: 'deaf' as const, roles: deaf }] : [])]
}
