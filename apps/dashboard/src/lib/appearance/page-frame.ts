import type { AnyRouter } from '@tanstack/react-router'

/**
 * Removes the frame that `index.html` shows until a page is rendered: a header and a sidebar without content. It lies behind the page, and
 * the page's own header and sidebar cover it.
 */
export function dropPageFrame(router: AnyRouter): void {
  const stop = router.subscribe('onRendered', () => {
    stop()
    document.querySelector('#page-frame')?.remove()
  })
}
