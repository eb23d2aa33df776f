import { enumText as text } from '../messages.ts'
import { enumType } from '../statements/new-enums.ts'
import { enumProblemText } from './messages.ts'
import { bytesOf, maxNameBytes, nameProblem } from './names.ts'
import type { EnumDraft } from './table-draft.ts'

export interface EnumProblem {
  readonly field: 'name' | 'values'
  readonly text: string
}

/** Returns what keeps an enum from being created; null when nothing does. `taken` are types as SQL writes them. */
export function enumProblem(one: EnumDraft, taken: readonly string[]): EnumProblem | null {
  const wrong = nameProblem(one.name, enumProblemText.subject) ?? (taken.includes(enumType(one)) ? text.taken(one.name) : null)
  if (wrong !== null) return { field: 'name', text: wrong }
  const { values } = one
  if (values.length === 0) return { field: 'values', text: text.noValues }
  const long = values.find((value) => bytesOf(value) > maxNameBytes)
  if (long !== undefined) return { field: 'values', text: text.long(long) }
  const twice = values.find((value, place) => values.indexOf(value) < place)
  return twice === undefined ? null : { field: 'values', text: text.twice(twice) }
}
