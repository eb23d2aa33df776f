import type { AuthSettingName, AuthSettings } from '@colonnade/contracts/auth/auth-settings'

/** The unit that a number is kept in. */
export type SettingUnit = 'seconds' | 'hours' | 'per hour' | 'per 5 minutes' | 'characters' | 'digits'

/** A setting as a page shows it. Its type, default, bounds and rules are those of the contract. */
export interface SettingWords {
  readonly name: AuthSettingName
  readonly label: string
  readonly hint?: string
  readonly unit?: SettingUnit
  readonly placeholder?: string
  /** A template of a single line. */
  readonly isLine?: true
  /** Of a choice. */
  readonly options?: Readonly<Record<string, string>>
  /** Of a choice or number that may be empty or zero: what that means. */
  readonly none?: string
  /** Whether it is shown beside what is entered; always when left out. */
  readonly when?: (typed: Typed) => boolean
}

export interface SettingSection {
  readonly title: string
  readonly description?: string
  readonly settings: readonly SettingWords[]
}

/** A page of settings, as data. */
export interface SettingPage {
  readonly title: string
  readonly description: string
  readonly sections: readonly SettingSection[]
}

/** A setting while it is edited: numbers as text, a list a line; a secret is empty while it stays, and null to remove it. */
export type TypedValue = boolean | string | null
export type Typed = Readonly<Record<string, TypedValue>>

/** Some settings, as they are sent. */
export type Sent = Partial<Record<AuthSettingName, AuthSettings[AuthSettingName] | null>>

export const wordsOf = (sections: readonly SettingSection[]): SettingWords[] => sections.flatMap(({ settings }) => settings)
