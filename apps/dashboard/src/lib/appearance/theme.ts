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

export interface ThemeStore {
  readonly get: () => ThemeChoice
  readonly set: (choice: ThemeChoice) => void
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
  return {
    get: () => choice,
    set(next) {
      choice = next
      try {
        storage.setItem(themeKey, next)
      } catch {
        // a browser that keeps nothing still shows the theme until the page is left
      }
      tell()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function read(storage: ThemePlace['storage']): ThemeChoice {
  try {
    const kept = storage.getItem(themeKey)
    return isThemeChoice(kept) ? kept : 'system'
  } catch {
    return 'system'
  }
}
