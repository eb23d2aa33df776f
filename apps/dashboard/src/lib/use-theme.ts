import { useSyncExternalStore } from 'react'
import { createThemeStore, type ThemeChoice } from './theme.ts'

const store = createThemeStore({
  storage: localStorage,
  systemLight: matchMedia('(prefers-color-scheme: light)'),
  apply(theme) {
    document.documentElement.dataset['theme'] = theme
  },
})

export const setTheme = (choice: ThemeChoice) => store.set(choice)

export function useTheme(): ThemeChoice {
  return useSyncExternalStore(store.subscribe, store.get)
}
