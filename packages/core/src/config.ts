import { AppError } from './errors.ts'

export type Environment = { readonly [name: string]: string | undefined }

/** Reads settings from an environment and collects every problem, so that all are reported at once. */
export interface ConfigReader {
  text(name: string): string | undefined
  text(name: string, fallback: string): string
  /** A whole number within bounds, both included. */
  integer(name: string, fallback: number, min: number, max: number): number
  oneOf<const Choice extends string>(name: string, choices: readonly Choice[], fallback: Choice): Choice
  /** A problem that involves more than one setting. */
  problem(text: string): void
}

/**
 * `readConfig(environment, (read) => ({ port: read.integer('PORT', 8000, 0, 65535) }))`. An empty text counts as not set.
 *
 * @throws AppError `config_invalid` with every problem in `details.problems`.
 */
export function readConfig<Config>(environment: Environment, build: (read: ConfigReader) => Config): Config {
  const problems: string[] = []
  const get = (name: string): string | undefined => (environment[name] === '' ? undefined : environment[name])
  const reader: ConfigReader = {
    text: ((name: string, fallback?: string) => get(name) ?? fallback) as ConfigReader['text'],
    integer(name, fallback, min, max) {
      const value = get(name)
      if (value === undefined) return fallback
      const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      problems.push(`${name} must be an integer from ${min} to ${max}, not ${JSON.stringify(value)}`)
      return fallback
    },
    oneOf(name, choices, fallback) {
      const value = get(name)
      if (value === undefined) return fallback
      const choice = choices.find((candidate) => candidate === value)
      if (choice === undefined) problems.push(`${name} must be one of ${choices.join(', ')}, not ${JSON.stringify(value)}`)
      return choice ?? fallback
    },
    problem: (text) => void problems.push(text),
  }
  const config = build(reader)
  if (problems.length > 0) throw new AppError('config_invalid', { problems }, { message: problems.join('; ') })
  return config
}
