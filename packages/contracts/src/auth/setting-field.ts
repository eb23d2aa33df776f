/** Dashboard pages that show auth settings. */
export const authPages = [
  'users',
  'providers',
  'third-party',
  'sessions',
  'rate-limits',
  'templates',
  'smtp',
  'mfa',
  'url-configuration',
  'protection',
  'advanced',
  'hooks',
  'settings',
] as const
export type AuthPage = (typeof authPages)[number]

interface FieldBase {
  /** The dashboard page of the setting. `settings` is the project settings page. */
  readonly page: AuthPage
}

export interface BooleanField extends FieldBase {
  readonly kind: 'boolean'
  readonly default: boolean
}

export interface NumberField extends FieldBase {
  /** `number` allows fractions. */
  readonly kind: 'integer' | 'number'
  readonly default: number
  readonly min: number
  readonly max: number
}

/** Returns why a value is refused, or null. Never called with an empty value, which means unset. */
export type FindProblem = (value: string) => string | null

export interface TextField extends FieldBase {
  /** `list` holds several values, separated by commas. */
  readonly kind: 'text' | 'list'
  /** Empty if unset. */
  readonly default: string
  readonly maxLength: number
  /** Stored encrypted and never shown. */
  readonly isSecret: boolean
  readonly findProblem: FindProblem
}

/** A text with variables; see `mail-template.ts`. */
export interface TemplateField extends FieldBase {
  readonly kind: 'template'
  readonly default: string
  readonly maxLength: number
  readonly form: 'html' | 'text'
  /** Allowed variables. */
  readonly variables: readonly string[]
}

export interface ChoiceField<Choice extends string = string> extends FieldBase {
  readonly kind: 'choice'
  readonly default: Choice | null
  readonly choices: readonly Choice[]
}

export type SettingField = BooleanField | NumberField | TextField | TemplateField | ChoiceField

/** The value type of a field. */
export type ValueOf<Field> = Field extends BooleanField
  ? boolean
  : Field extends NumberField
    ? number
    : Field extends ChoiceField<infer Choice>
      ? Choice | null
      : string

const anything: FindProblem = () => null

type TextOptions = Partial<Pick<TextField, 'default' | 'maxLength' | 'findProblem'>>

/** Returns functions that create the fields of a page. */
export const fieldsOf = (page: AuthPage) => ({
  on: { kind: 'boolean', page, default: true } as BooleanField,
  off: { kind: 'boolean', page, default: false } as BooleanField,
  integer: (standard: number, min: number, max: number): NumberField => ({ kind: 'integer', page, default: standard, min, max }),
  number: (standard: number, min: number, max: number): NumberField => ({ kind: 'number', page, default: standard, min, max }),
  text: (options: TextOptions = {}): TextField => ({
    kind: 'text',
    page,
    default: '',
    maxLength: 1_000,
    isSecret: false,
    findProblem: anything,
    ...options,
  }),
  secret: (options: Omit<TextOptions, 'default'> = {}): TextField => ({
    kind: 'text',
    page,
    default: '',
    maxLength: 4_000,
    isSecret: true,
    findProblem: anything,
    ...options,
  }),
  list: (options: TextOptions = {}): TextField => ({
    kind: 'list',
    page,
    default: '',
    maxLength: 5_000,
    isSecret: false,
    findProblem: anything,
    ...options,
  }),
  choice: <const Choice extends string>(choices: readonly Choice[], standard: Choice | null = null): ChoiceField<Choice> => ({
    kind: 'choice',
    page,
    default: standard,
    choices,
  }),
  template: (form: TemplateField['form'], variables: readonly string[], standard: string, maxLength: number): TemplateField => ({
    kind: 'template',
    page,
    default: standard,
    maxLength,
    form,
    variables,
  }),
})

/** Splits the value of a `list`. */
export function splitList(value: string): string[] {
  return value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

/** Returns a check that a string matches a pattern. */
export const matching =
  (pattern: RegExp, message: string): FindProblem =>
  (value) =>
    pattern.test(value) ? null : message
