import type { FunctionInvocation } from '@colonnade/contracts/functions/function-logs'

/** Returns the element ID of a limit in the function settings. */
export function limitId(name: NonNullable<FunctionInvocation['limit']>['name']): string {
  return `limit-${name}`
}
