import { empty, type Fragment, literal, quoteLiteral, sql } from '@colonnade/sql'
import type { PlanParameter, Statement, Window } from '../plan.ts'
import type { Slot } from '../request.ts'

/** Makes a parameter of a request's value. Postgres finds its type. */
export function value(slot: Slot): Fragment {
  return parameter({ kind: 'value', slot })
}

/** Makes an array parameter of a request's list. */
export function list(slot: Slot): Fragment {
  return parameter({ kind: 'list', slot })
}

export function body(): Fragment {
  return parameter({ kind: 'body' })
}

/** `limit … offset …`. A limit that only the settings know is a constant, which plans are better with. */
export function windowSql({ limit, offset }: Window, max: number | null): Fragment {
  const rest = offset === null ? empty : sql` offset ${value(offset)}`
  if (limit !== null) return sql` limit ${parameter({ kind: 'limit', slot: limit, max })}${rest}`
  return max === null ? rest : sql` limit ${literal(max)}${rest}`
}

/** All rows. */
export const wholeWindow: Window = { offset: null, limit: null }

export function isWhole({ offset, limit }: Window): boolean {
  return offset === null && limit === null
}

function parameter(content: PlanParameter): Fragment {
  return sql`${content}`
}

/** Numbers parameters. One that comes several times, such as the body, is sent once. */
export function render(fragment: Fragment): Statement {
  const parameters: PlanParameter[] = []
  const places = new Map<string, number>()
  const parts = fragment.parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'literal') return quoteLiteral(part.value)
    const content = part.value as PlanParameter
    const key = JSON.stringify(content)
    let place = places.get(key)
    if (place === undefined) {
      place = parameters.push(content)
      places.set(key, place)
    }
    return `$${place}`
  })
  return { text: parts.join(''), parameters }
}
