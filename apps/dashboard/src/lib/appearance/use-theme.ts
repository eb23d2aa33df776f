import { useSyncExternalStore } from 'react'
import { createThemeStore, themeKey, type ThemeChoice } from './theme.ts'

const store = createThemeStore({
  storage: localStorage,
  systemLight: matchMedia('(prefers-color-scheme: light)'),
  onKeptElsewhere: (listener) => window.addEventListener('storage', ({ key }) => key === themeKey && listener()),
  apply(theme) {
    document.documentElement.dataset['theme'] = theme
  },
})

export const { set: setTheme, adopt: adoptTheme, forget: forgetTheme } = store

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(store.subscribe, store.get)
}
