import type { Body } from '../../request.ts'
import { asCharacters, decodePart } from '../percent-encoding.ts'
import { checkKeys } from './json.ts'

/** Converts a form to one JSON object of strings. If a name repeats, a table gets the last value and a function gets all of them. */
export function readForm(text: string, isForRoutine: boolean): Body {
  const fields = new Map<string, string | string[]>()
  for (const part of asCharacters(text).split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = decodePart(equals === -1 ? part : part.slice(0, equals))
    const value = equals === -1 ? '' : decodePart(part.slice(equals + 1))
    const before = fields.get(name)
    if (before === undefined || !isForRoutine) fields.set(name, value)
    else if (typeof before === 'string') fields.set(name, [before, value])
    else before.push(value)
  }
  const entries = Array.from(fields, ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`)
  return { shape: { kind: 'json', isArray: false, keys: checkKeys([...fields.keys()]) }, content: `{${entries.join(',')}}`, rows: 1 }
}
