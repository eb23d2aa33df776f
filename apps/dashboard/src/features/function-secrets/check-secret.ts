import { nameMaxLength, valueMaxBytes } from './limits.ts'
import { nameProblems, valueProblems } from './messages.ts'

/** Returns what is wrong with the name of a secret; null if it can be used. */
export function nameProblem(name: string): string | null {
  if (name === '') return nameProblems.missing
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return nameProblems.wrong(name)
  if (name.length > nameMaxLength) return nameProblems.long
  return /^(SUPABASE|DENO)_/.test(name) ? nameProblems.reserved(name) : null
}

/** Returns what is wrong with the value of a secret; null if it can be used. */
export function valueProblem(value: string): string | null {
  if (value === '') return valueProblems.missing
  if (value.includes('\0')) return valueProblems.nul
  return new TextEncoder().encode(value).length > valueMaxBytes ? valueProblems.long : null
}
