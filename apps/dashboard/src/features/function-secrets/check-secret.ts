import { defaultVariables, secretNameMost, secretValueMost } from '@colonnade/contracts/functions/function-secrets'
import { nameProblems, valueProblems } from './messages.ts'

const taken: readonly string[] = defaultVariables

/** Returns the problem with a secret's name; null if it's valid. */
export function nameProblem(name: string): string | null {
  if (name === '') return nameProblems.missing
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return nameProblems.wrong(name)
  if (name.length > secretNameMost) return nameProblems.long
  if (/^(SUPABASE|DENO)_/.test(name)) return nameProblems.reserved(name)
  return taken.includes(name) ? nameProblems.taken(name) : null
}

/** Returns the problem with a secret's value; null if it's valid. */
export function valueProblem(value: string): string | null {
  if (value.includes('\0')) return valueProblems.nul
  return value.length > secretValueMost ? valueProblems.long : null
}
