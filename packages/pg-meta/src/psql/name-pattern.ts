import { literal, sql, type Fragment } from '@colonnade/sql'

/** A name as psql's commands take it, each part a regular expression of Postgres's. */
export interface NamePattern {
  readonly schema: string | null
  readonly name: string
  /** It may fit several. */
  readonly isWild: boolean
}

/** Reads `name`, `schema.name`, `ord*`, `"Quoted"`: letters are folded outside of quotes, `*` is anything and `?` one character (documentation, psql, Patterns). */
export function readPattern(text: string): NamePattern {
  const parts: string[] = ['']
  let isQuoted = false
  let isWild = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]!
    if (character === '"' && isQuoted && text[index + 1] === '"') {
      parts[parts.length - 1] += '"'
      index += 1
    } else if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && character === '.') parts.push('')
    else if (!isQuoted && (character === '*' || character === '?')) {
      isWild = true
      parts[parts.length - 1] += character === '*' ? '.*' : '.'
    } else {
      const folded = isQuoted ? character : character.toLowerCase()
      parts[parts.length - 1] += folded.replace(/[\\^$.|()[\]{}*+?]/, String.raw`\$&`)
    }
  }
  const name = parts.pop()!
  return { schema: parts.at(-1) ?? null, name: name === '' ? '.*' : name, isWild: isWild || name === '' }
}

/** Whether a name fits one part of a pattern. */
export function matches(name: Fragment, pattern: string): Fragment {
  return sql`${name} operator(pg_catalog.~) ${literal(`^(${pattern})$`)} collate pg_catalog."default"`
}
