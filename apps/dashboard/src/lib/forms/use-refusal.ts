import { useState } from 'react'
import { fieldProblems } from './form-errors.ts'

export interface Refusal {
  /** What the server said of the value, as long as it is still that. */
  readonly problem: string | undefined
  /** Whether a failed call was about it, which is then told here. */
  readonly take: (error: unknown) => boolean
}

/** A value that only the server can validate: shows its error at the field. */
export function useRefusal(field: string, value: string): Refusal {
  const [refused, setRefused] = useState<{ readonly value: string; readonly message: string } | null>(null)
  return {
    problem: refused?.value === value ? refused.message : undefined,
    take: (error) => {
      const found = fieldProblems(error, {}).find((problem) => problem.field.split('.').at(-1) === field)
      if (found !== undefined) setRefused({ value, message: found.message })
      return found !== undefined
    },
  }
}
