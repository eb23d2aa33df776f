import type { DatabaseChange } from './database-change.ts'

/** What a form would do now: nothing yet, because something is wrong or missing, or because nothing is changed; or a change. */
export type Draft =
  | { readonly kind: 'unchanged' }
  /** What is missing or wrong, by the name of its field: shown once one has tried to save, or as soon as the form shows it itself. */
  | { readonly kind: 'incomplete'; readonly problems: Readonly<Record<string, string>> }
  | { readonly kind: 'change'; readonly change: DatabaseChange }
