/** The panel and all that it needs. */
export const loadPanel = () => import('./editor-panel.tsx')
