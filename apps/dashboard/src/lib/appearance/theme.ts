/** Spec §2: the choices of the account menu. */
export const themeChoices = [
  { value: 'dark', label: 'Dark' },
  { value: 'light', label: 'Light' },
  { value: 'classic-dark', label: 'Classic Dark' },
  { value: 'system', label: 'System' },
] as const
export type ThemeChoice = (typeof themeChoices)[number]['value']
export type Theme = Exclude<ThemeChoice, 'system'>

/** Where the choice is kept; index.html reads it too, before the first paint. */
export const themeKey = 'theme'

/** Whose choice, and which version of it, this browser has heard of last. */
const knownKey = 'theme-known'

export function isThemeChoice(value: unknown): value is ThemeChoice {
  return themeChoices.some((choice) => choice.value === value)
}

export function resolveTheme(choice: ThemeChoice, isSystemLight: boolean): Theme {
  if (choice !== 'system') return choice
  return isSystemLight ? 'light' : 'dark'
}

/** What the store needs of a browser. */
export interface ThemePlace {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>
  readonly systemLight: { readonly matches: boolean; addEventListener(type: 'change', listener: () => void): void }
  /** Calls the listener when another tab has kept something. */
  readonly onKeptElsewhere: (listener: () => void) => void
  readonly apply: (theme: Theme) => void
}

/** What the server keeps of a person's choice; `version` grows with each change of it. */
export interface KeptChoice {
  readonly person: string
  readonly version: number
  readonly choice: ThemeChoice | null
}

export interface ThemeStore {
  readonly get: () => ThemeChoice
  readonly set: (choice: ThemeChoice) => void
  /** Shows what was chosen on another machine. An answer that is no newer than what this browser knows says nothing new: a tab may have chosen since. */
  readonly adopt: (kept: KeptChoice) => void
  /** What the server keeps counts again, whatever was chosen here: that could not be saved. */
  readonly forget: () => void
  readonly subscribe: (listener: () => void) => () => void
}

/** The chosen theme, kept between visits, applied at once and again when the system changes its mind. */
export function createThemeStore({ storage, systemLight, onKeptElsewhere, apply }: ThemePlace): ThemeStore {
  const listeners = new Set<() => void>()
  let choice = read(storage)
  const show = () => apply(resolveTheme(choice, systemLight.matches))
  const tell = () => {
    show()
    for (const listener of listeners) listener()
  }
  systemLight.addEventListener('change', show)
  onKeptElsewhere(() => {
    const kept = read(storage)
    if (kept === choice) return
    choice = kept
    tell()
  })
  show()
  const set = (next: ThemeChoice): void => {
    choice = next
    keep(storage, themeKey, next)
    tell()
  }
  return {
    get: () => choice,
    set,
    adopt({ person, version, choice: next }) {
      const [knownPerson, known] = (readItem(storage, knownKey) ?? '').split(' ')
      if (knownPerson === person && version <= Number(known)) return
      keep(storage, knownKey, `${person} ${version}`)
      if (next !== null) set(next)
    },
    forget: () => keep(storage, knownKey, ''),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(storage: ThemePlace['storage']): ThemeChoice {
  const kept = readItem(storage, themeKey)
  return isThemeChoice(kept) ? kept : 'system'
}

function readItem(storage: ThemePlace['storage'], key: string): string | null {
  try {
    return storage.getItem(key)
  } catch {
    return null
  }
}

function keep(storage: ThemePlace['storage'], key: string, value: string): void {
  try {
    storage.setItem(key, value)
  } catch {
    // a browser that keeps nothing still shows the theme until the page is left
  }
}
