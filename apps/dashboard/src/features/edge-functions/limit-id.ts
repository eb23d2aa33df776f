import type { FunctionInvocation } from '@colonnade/contracts/functions/function-logs'

/** Where the settings of a function show a limit. */
export function limitId(name: NonNullable<FunctionInvocation['limit']>['name']): string {
  return `limit-${name}`
}
