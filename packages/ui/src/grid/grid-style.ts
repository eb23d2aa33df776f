import type { CSSProperties } from 'react'

/** Height of a row and of the header in grids of data (28 px rows; headers carry two lines). */
export const gridRowHeightPx = 28
export const gridHeaderHeightPx = 44

/**
 * Our tokens under the names that react-data-grid reads. Set in the style attribute, because the grid declares its own in a cascade
 * layer that comes after ours.
 */
export const gridStyle = {
  '--rdg-font-size': '0.75rem',
  '--rdg-color': 'var(--fg)',
  '--rdg-border-color': 'var(--line)',
  '--rdg-background-color': 'light-dark(var(--surface), var(--canvas))',
  '--rdg-header-background-color': 'light-dark(var(--canvas), var(--surface))',
  '--rdg-row-hover-background-color': 'color-mix(in oklab, light-dark(var(--surface), var(--canvas)) 96%, var(--fg))',
  '--rdg-row-selected-background-color': 'color-mix(in oklab, light-dark(var(--surface), var(--canvas)) 88%, var(--accent))',
  '--rdg-row-selected-hover-background-color': 'color-mix(in oklab, light-dark(var(--surface), var(--canvas)) 84%, var(--accent))',
  '--rdg-selection-color': 'var(--accent)',
  '--rdg-selection-width': '2px',
  '--rdg-checkbox-focus-color': 'var(--accent)',
  colorScheme: 'inherit',
  accentColor: 'var(--accent-solid)',
  border: 0,
  blockSize: '100%',
} as CSSProperties
