/** Words that everybody would try here first (OWASP ASVS 5, 6.1.2). */
export const contextWords = ['colonnade', 'postgresql', 'postgres', 'password', 'passwort', 'database', 'dashboard', 'welcome', 'admin'] as const

/** Shorter words of a name are in many passwords. */
const wordLettersMin = 4
/** So many digits and signs around words are tried as well. */
const ornamentsMax = 8

/** The alphabet and the keys of a keyboard, in rows and in columns. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv']
const sequences = rows.flatMap((row) => [row, row.split('').toReversed().join('')])
/** Fewer in a row are in every password. */
const runLength = 3

/**
 * Why a database password is among the first that somebody would try; null where that is not so.
 *
 * @param own what everybody knows of the project: its name, its ref
 */
export function guessableBecause(password: string, own: readonly string[] = []): string | null {
  const text = password.toLowerCase()
  if (isRepeated(text)) return 'This is too easy to guess: it repeats one part'
  if (isOfSequences(text)) return 'This is too easy to guess: it is in the order of the alphabet or of a keyboard'
  if (isMadeOfWords(text, own)) return 'This is too easy to guess: it is made of the name or the ref, or of words that are tried first here'
  return null
}

/** Whether nothing is there but words that belong to this place, or to what it is for, with a few digits and signs. */
function isMadeOfWords(text: string, own: readonly string[]): boolean {
  const rest = withoutWords(text, own)
  return rest !== null && rest.length <= ornamentsMax && !/[a-z]/.test(rest)
}

/**
 * What is left of a password, in lower case, without the words that belong to this place, and those of some names; null where it has none of them.
 *
 * @param own names that belong to whose it is to be
 */
export function withoutWords(password: string, own: readonly string[]): string | null {
  const text = password.toLowerCase()
  const ownWords = own.flatMap((name) => name.toLowerCase().split(/\s+/)).filter((word) => word.length >= wordLettersMin)
  // the longest first: of "postgresql" nothing is left
  const words = [...contextWords, ...ownWords].toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length < text.length ? rest : null
}

/** Whether it is one part again and again, the last time perhaps cut. */
function isRepeated(text: string): boolean {
  for (let length = 1; length * 2 <= text.length; length += 1) if (text.startsWith(text.slice(length))) return true
  return false
}

/** Whether nothing else is there than runs like `abcd`, `9876` or `qwer`. */
function isOfSequences(text: string): boolean {
  for (let at = 0; at < text.length;) {
    let length = 0
    while (at + length < text.length && sequences.some((row) => row.includes(text.slice(at, at + length + 1)))) length += 1
    if (length < runLength) return false
    at += length
  }
  return text !== ''
}
