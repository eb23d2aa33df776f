import { defaultVariables, secretNameMost, secretValueMost } from '@colonnade/contracts/functions/function-secrets'
import { nameProblems, valueProblems } from './messages.ts'

const taken: readonly string[] = defaultVariables

/** Returns what is wrong with the name of a secret; null if it can be used. */
export function nameProblem(name: string): string | null {
  if (name === '') return nameProblems.missing
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return nameProblems.wrong(name)
  if (name.length > secretNameMost) return nameProblems.long
  if (/^(SUPABASE|DENO)_/.test(name)) return nameProblems.reserved(name)
  return taken.includes(name) ? nameProblems.taken(name) : null
}

/** Returns what is wrong with the value of a secret; null if it can be used. */
export function valueProblem(value: string): string | null {
  if (value.includes('\0')) return valueProblems.nul
  return value.length > secretValueMost ? valueProblems.long : null
}
