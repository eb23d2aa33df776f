import { lazy, type ComponentType } from 'react'

export interface GalleryPage {
  readonly id: string
  readonly title: string
  /** What else finds it. */
  readonly words: string
  readonly Content: ComponentType
}

/** Groups of components, in the order of their folders. */
export const galleryPages: readonly GalleryPage[] = [
  { id: 'actions', title: 'Actions', words: 'button icon copy docs link', Content: lazy(() => import('./pages/actions.tsx')) },
  {
    id: 'forms',
    title: 'Forms',
    words: 'input select checkbox switch field password search textarea',
    Content: lazy(() => import('./pages/forms.tsx')),
  },
  { id: 'date-time', title: 'Date and time', words: 'picker calendar utc relative', Content: lazy(() => import('./pages/date-time.tsx')) },
  {
    id: 'overlays',
    title: 'Overlays',
    words: 'dialog menu sheet bottom popover tooltip context confirm command',
    Content: lazy(() => import('./pages/overlays.tsx')),
  },
  {
    id: 'feedback',
    title: 'Feedback',
    words: 'error alert support toast badge spinner progress skeleton empty upcoming change',
    Content: lazy(() => import('./pages/feedback.tsx')),
  },
  {
    id: 'display',
    title: 'Display',
    words: 'avatar card panel footer code block tabs table kbd logo',
    Content: lazy(() => import('./pages/display.tsx')),
  },
  { id: 'lists', title: 'Lists', words: 'infinite virtualized search list', Content: lazy(() => import('./pages/lists.tsx')) },
  {
    id: 'object-page',
    title: 'Object page',
    words: 'kit list detail panel gone search sort',
    Content: lazy(() => import('./pages/object-page.tsx')),
  },
  { id: 'paged-list', title: 'Paged list', words: 'kit infinite cursor more', Content: lazy(() => import('./pages/paged-list.tsx')) },
  { id: 'log-table', title: 'Log table', words: 'kit lines follow period histogram filters', Content: lazy(() => import('./pages/log-table.tsx')) },
  { id: 'figures', title: 'Figures', words: 'stat tile sparkline usage bar meter', Content: lazy(() => import('./pages/figures.tsx')) },
  { id: 'charts', title: 'Charts', words: 'time series line area bars', Content: lazy(() => import('./pages/charts.tsx')) },
  { id: 'source-picker', title: 'Source picker', words: 'database replica primary', Content: lazy(() => import('./pages/source-picker.tsx')) },
  {
    id: 'settings-form',
    title: 'Settings form',
    words: 'save cancel bar read-only permission unsaved',
    Content: lazy(() => import('./pages/settings-form.tsx')),
  },
  { id: 'secrets', title: 'Secrets', words: 'shown once key token sealed reveal copy', Content: lazy(() => import('./pages/secrets.tsx')) },
  {
    id: 'changes',
    title: 'Changes',
    words: 'database migration sql review form panel',
    Content: lazy(() => import('./pages/changes.tsx')),
  },
  {
    id: 'code',
    title: 'Code',
    words: 'panel editor sql typescript json function body',
    Content: lazy(() => import('./pages/code.tsx')),
  },
]
