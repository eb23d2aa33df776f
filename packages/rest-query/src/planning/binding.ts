import type { PlanParameter, Statement } from '../plan.ts'
import type { ParsedRequest } from '../request.ts'

/** A parameter of a statement: a text that Postgres reads, or one in pieces; bytes only for a body of them. */
export type Value = string | Uint8Array | readonly Uint8Array[] | null

/** Values for a plan's parameters. */
export function bind(plan: Statement, parsed: ParsedRequest): Value[] {
  const { parameters } = plan
  const values = Array.from<Value>({ length: parameters.length })
  for (let index = 0; index < parameters.length; index += 1) values[index] = valueOf(parameters[index]!, parsed)
  return values
}

function valueOf(parameter: PlanParameter, { values, body }: ParsedRequest): Value {
  switch (parameter.kind) {
    case 'value': {
      const value = values[parameter.slot]!
      return typeof value === 'string' ? value : value[value.length - 1]!
    }
    case 'list': {
      const value = values[parameter.slot]!
      return arrayText(typeof value === 'string' ? [value] : value)
    }
    case 'body':
      return body?.content ?? null
    case 'limit':
      return smaller(values[parameter.slot] as string, parameter.max)
  }
}

/** Returns the smaller of a whole number and a maximum. */
function smaller(limit: string, max: number | null): string {
  if (max === null) return limit
  // more digits than a number holds are more than any setting
  return limit.length > 15 || Number(limit) > max ? String(max) : limit
}

/** Writes a list as a Postgres array. Quotes every item, so that none reads as NULL. */
export function arrayText(items: readonly string[]): string {
  let text = '{'
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]!
    text += index === 0 ? '"' : ',"'
    text += item.includes('\\') || item.includes('"') ? item.replaceAll('\\', '\\\\').replaceAll('"', '\\"') : item
    text += '"'
  }
  return `${text}}`
}
