import type { Preferences } from '../../request.ts'
import { RestError } from '../../rest-error.ts'

type Choices = Pick<Preferences, 'return' | 'resolution' | 'missing' | 'count' | 'tx' | 'handling'>

const choices: { readonly [Kind in keyof Choices]: readonly NonNullable<Choices[Kind]>[] } = {
  return: ['minimal', 'representation', 'headers-only'],
  resolution: ['merge-duplicates', 'ignore-duplicates'],
  missing: ['default', 'null'],
  count: ['exact', 'planned', 'estimated'],
  tx: ['commit', 'rollback'],
  handling: ['strict', 'lenient'],
}

const known = new Map<string, readonly [kind: keyof Choices, value: string]>(
  Object.entries(choices).flatMap(([kind, values]) =>
    values.map((value): [string, [keyof Choices, string]] => [`${kind}=${value}`, [kind as keyof Choices, value]]),
  ),
)

const none: Preferences = {
  return: null,
  resolution: null,
  missing: null,
  count: null,
  tx: null,
  timezone: null,
  maxAffected: null,
  handling: null,
  invalid: [],
}

/** Reads a Prefer header. The first of each kind counts. Unknown ones are left to the planner, which also knows the time zones. */
export function readPreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return none
  const found: { -readonly [Kind in keyof Preferences]: Preferences[Kind] } = { ...none }
  const invalid: string[] = []
  for (const part of header.split(',')) {
    const preference = part.trim()
    const choice = known.get(preference)
    if (choice !== undefined) {
      const [kind, value] = choice
      if (found[kind] === null) Object.assign(found, { [kind]: value })
    } else if (preference.startsWith('timezone=')) {
      found.timezone ??= preference.slice('timezone='.length)
    } else if (preference.startsWith('max-affected=')) {
      const number = readCount(preference.slice('max-affected='.length))
      if (number === null) invalid.push(preference)
      else found.maxAffected ??= number
    } else if (preference !== '') {
      invalid.push(preference)
    }
  }
  found.invalid = invalid
  return found
}

/** Returns the error for preferences that can't be followed with `handling=strict` (PGRST122). */
export function invalidPreferences(preferences: readonly string[]): RestError {
  return new RestError(400, 'PGRST122', 'Invalid preferences given with handling=strict', {
    details: `Invalid preferences: ${preferences.join(', ')}`,
  })
}

/** Returns a key that is the same for all headers with the same meaning. */
export function preferencesKey(preferences: Preferences): string {
  if (preferences === none) return ''
  const { return: returned, resolution, missing, count, tx, handling, maxAffected, timezone, invalid } = preferences
  const choices = `${returned};${resolution};${missing};${count};${tx};${handling};${maxAffected}`
  // free text is escaped so that it can't imitate another part of the key
  return timezone === null && invalid.length === 0 ? choices : choices + JSON.stringify([timezone, invalid])
}

function readCount(text: string): number | null {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : null
  return number
}
