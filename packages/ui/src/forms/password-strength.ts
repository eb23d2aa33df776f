export interface PasswordStrength {
  /** 0 (nothing typed) to 4. */
  readonly score: 0 | 1 | 2 | 3 | 4
  readonly label: '' | 'Weak' | 'Fair' | 'Good' | 'Strong'
}

const labels = ['', 'Weak', 'Fair', 'Good', 'Strong'] as const

/** Bits of guessing work above which a password is Fair, Good, Strong. */
const thresholdsBits = [36, 60, 80] as const

const commonParts = [
  'password',
  'passwort',
  'postgres',
  'colonnade',
  'qwerty',
  'letmein',
  'welcome',
  'admin',
  'secret',
  'iloveyou',
  'dragon',
  'monkey',
  'abc123',
]

/**
 * How hard a password is to guess, as one rough figure: the alphabet it draws on, for every character that adds something.
 * Repeats, runs (`abcd`, `4321`) and well-known words add next to nothing.
 */
export function passwordStrength(password: string): PasswordStrength {
  if (password === '') return { score: 0, label: '' }
  const bits = effectiveLength(password) * Math.log2(alphabetSize(password))
  const score = (1 + thresholdsBits.filter((threshold) => bits >= threshold).length) as 1 | 2 | 3 | 4
  return { score, label: labels[score] }
}

function alphabetSize(password: string): number {
  let size = 0
  if (/[a-z]/.test(password)) size += 26
  if (/[A-Z]/.test(password)) size += 26
  if (/\d/.test(password)) size += 10
  if (/[^a-zA-Z\d]/.test(password)) size += 33
  return size
}

function effectiveLength(password: string): number {
  let rest = password.toLowerCase()
  let length = 0
  for (const part of commonParts) {
    if (!rest.includes(part)) continue
    rest = rest.replaceAll(part, '')
    length += 1
  }
  const seen = new Map<string, number>()
  for (let index = 0; index < rest.length; index++) {
    const character = rest[index]!
    const step = index === 0 ? Number.NaN : rest.charCodeAt(index) - rest.charCodeAt(index - 1)
    const times = seen.get(character) ?? 0
    seen.set(character, times + 1)
    length += Math.abs(step) <= 1 ? 0.2 : 1 / (1 + times / 2)
  }
  return length
}
