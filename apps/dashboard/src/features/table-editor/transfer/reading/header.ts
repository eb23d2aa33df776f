import { guessType } from '../guessing/guess-type.ts'
import type { RawRecord } from './records.ts'

/**
 * Whether the first record names the columns: its texts are not of the kind that stands below them. Where nothing speaks for either, it
 * does: most files have one.
 */
export function hasHeader(records: readonly RawRecord[]): boolean {
  const [first, ...rest] = records
  if (first === undefined) return false
  const names = first.fields.map(({ text }) => text.trim())
  if (names.every((name) => name === '')) return false
  const below = rest.slice(0, 50)
  const votes = names.map((name, place) =>
    voteOf(
      name,
      below.map(({ fields }) => fields[place]?.text.trim() ?? ''),
    ),
  )
  const [likeNames, likeValues] = [votes.filter((vote) => vote === 'name').length, votes.filter((vote) => vote === 'value').length]
  // an "id" over numbers is a name, whatever a "t" beside it may be
  if (likeNames + likeValues > 0) return likeNames >= likeValues
  if (new Set(names).size < names.length / 2) return false
  // a name that stands under itself is a value
  const repeated = names.filter((name, place) => name !== '' && below.some(({ fields }) => fields[place]?.text.trim() === name)).length
  return repeated * 2 < names.length
}

/** What one text of the first record is taken for, by the texts below it; null when these do not tell. */
function voteOf(name: string, below: readonly string[]): 'name' | 'value' | null {
  if (name === '') return null
  const values = below.filter((text) => text !== '')
  if (values.length === 0) return isTyped([name]) ? 'value' : null
  if (isTyped([name, ...values])) return 'value'
  return isTyped(values) ? 'name' : null
}

/** Whether texts are of a narrower kind than text, like numbers, days or true and false. */
function isTyped(texts: readonly string[]): boolean {
  const { type, note } = guessType(texts.map((text) => ({ text, form: 'plain' as const })))
  return type !== 'text' || note !== null
}
