/** Words that attackers would try first (OWASP ASVS 5, 6.1.2). */
export const contextWords = ['colonnade', 'postgresql', 'postgres', 'password', 'passwort', 'database', 'dashboard', 'welcome', 'admin'] as const

/** Minimum length of a word of a name. Shorter words occur in many passwords. */
const wordLettersMin = 4
/** Most digits and symbols around words that count as guessable. */
const ornamentsMax = 8

/** Alphabet and keyboard sequences, by rows and columns. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiop', 'azertyuiop', 'asdfghjkl', 'zxcvbnm', '1qaz2wsx3edc4rfv']
const sequences = rows.flatMap((row) => [row, row.split('').toReversed().join('')])
/** Minimum length of a sequence. Shorter ones occur in every password. */
const runLength = 3

/**
 * Returns why a database password is easy to guess, or null.
 *
 * @param own publicly known names of the project: its name, its ref
 */
export function guessableBecause(password: string, own: readonly string[] = []): string | null {
  const text = password.toLowerCase()
  if (isRepeated(text)) return 'This password is too easy to guess: it repeats one part'
  if (isOfSequences(text)) return 'This password is too easy to guess: it follows the alphabet or the keyboard'
  if (isMadeOfWords(text, own)) return 'This password is too easy to guess: it consists of the project’s name or ref, or of common words'
  return null
}

/** Returns true if a password consists of context words and own names, with a few digits and symbols. */
function isMadeOfWords(text: string, own: readonly string[]): boolean {
  const rest = withoutWords(text, own)
  return rest !== null && rest.length <= ornamentsMax && !/[a-z]/.test(rest)
}

/**
 * Removes context words and words of the given names from a password. Returns the rest in lower case, or null if it contains none of them.
 *
 * @param own names of the password's owner
 */
export function withoutWords(password: string, own: readonly string[]): string | null {
  const text = password.toLowerCase()
  const ownWords = own.flatMap((name) => name.toLowerCase().split(/\s+/)).filter((word) => word.length >= wordLettersMin)
  // longest first, so that "postgresql" is removed completely
  const words = [...contextWords, ...ownWords].toSorted((one, other) => other.length - one.length)
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), text)
  return rest.length < text.length ? rest : null
}

/** Returns true if the text repeats one part; the last repetition can be incomplete. */
function isRepeated(text: string): boolean {
  for (let length = 1; length * 2 <= text.length; length += 1) if (text.startsWith(text.slice(length))) return true
  return false
}

/** Returns true if the text consists of sequences like `abcd`, `9876` or `qwer`. */
function isOfSequences(text: string): boolean {
  for (let at = 0; at < text.length;) {
    let length = 0
    while (at + length < text.length && sequences.some((row) => row.includes(text.slice(at, at + length + 1)))) length += 1
    if (length < runLength) return false
    at += length
  }
  return text !== ''
}
