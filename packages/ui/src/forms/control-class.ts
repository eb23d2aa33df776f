/** The look that every single-line control shares. */
export const controlClass =
  'h-8 w-full min-w-0 rounded-md border border-strong bg-field px-2.5 text-sm text-fg transition-colors placeholder:text-faint hover:border-faint focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-50 data-invalid:border-danger data-invalid:focus-visible:outline-danger pointer-coarse:text-lg'
