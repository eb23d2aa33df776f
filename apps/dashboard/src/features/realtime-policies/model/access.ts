import type { policies } from '@colonnade/pg-meta'
import type { RealtimeExtension } from '@colonnade/pg-meta/realtime-trial'
import { expressionsOf, isOpen, type NamedValues, unionOf, valuesIn } from '../../../scope/policies/conditions.ts'
import { apiRoles, holdsFor, isOfCommand, type Reach } from '../../../scope/policies/reach.ts'

type Policy = policies.Policy

/** The commands that the realtime service asks policies for: reading lets a client in, adding lets it send. */
export const channelCommands = ['SELECT', 'INSERT'] as const
export type ChannelCommand = (typeof channelCommands)[number]

/** Each thing that clients do in a private channel, and what policies have to allow for it. */
export const channelActions = [
  { id: 'hear', command: 'SELECT', extension: 'broadcast' },
  { id: 'see', command: 'SELECT', extension: 'presence' },
  { id: 'send', command: 'INSERT', extension: 'broadcast' },
  { id: 'share', command: 'INSERT', extension: 'presence' },
] as const satisfies readonly { readonly id: string; readonly command: ChannelCommand; readonly extension: RealtimeExtension }[]
export type ChannelActionId = (typeof channelActions)[number]['id']

const extensionColumn = 'extension'
const topicCall = 'realtime.topic()'

/** Where an expression counts: what is read or what is written. */
function expressionFor(policy: Policy, command: ChannelCommand): string {
  const expressions = expressionsOf(policy)
  return policy.command === 'ALL' && command === 'INSERT' ? expressions[1]! : expressions[0]!
}

/** What policies open for a role of one action, over all topics. */
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

/** What one policy is about. */
export interface PolicyMeaning {
  /** What it lets clients do; none for what the service never asks. */
  readonly actions: readonly ChannelActionId[]
  /** The only topics that it names; null for all, or for those that something else chooses. */
  readonly topics: readonly string[] | null
  /** Whether it asks for more than a topic and an extension. */
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

/** Something about the policies that is probably a mistake. */
export type ChannelWarning =
  | { readonly kind: 'anon-opens'; readonly policy: string; readonly command: ChannelCommand }
  /** Sending needs that a client is in. */
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
