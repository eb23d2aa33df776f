import { screenshotMaxBytes } from '@colonnade/contracts/installation/feedback'
import { domToBlob } from 'modern-screenshot'
import { captureMaxScale } from './limits.ts'
import { pageFonts } from './page-fonts.ts'

/**
 * A picture (PNG) of what the page shows now, without the parts that `isLeftOut` names. Drawn in the page itself: the browser asks
 * nobody for leave to record the screen.
 */
export async function capturePage(isLeftOut: (element: Element) => boolean): Promise<Blob> {
  const { clientWidth: width, clientHeight: height } = document.documentElement
  // its own way to fonts sets a document's base address, which our security policy forbids
  const font = { cssText: `/* fonts */ ${await pageFonts()}` }
  const draw = (scale: number): Promise<Blob> =>
    domToBlob(document.body, {
      width,
      height,
      scale,
      type: 'image/png',
      font,
      // its idea of a body comes from a page without our styles
      style: { margin: '0' },
      backgroundColor: getComputedStyle(document.documentElement).backgroundColor,
      filter: (node) => !(node instanceof Element && isLeftOut(node)),
      features: { restoreScrollPosition: true, copyScrollbar: false },
      // a bar that takes room there and not here would push everything aside
      onCloneEachNode: (node) => {
        if (node instanceof HTMLElement) node.style.setProperty('scrollbar-width', 'none')
      },
      timeout: 10_000,
    })
  const scale = Math.min(window.devicePixelRatio, captureMaxScale)
  const picture = await draw(scale)
  return picture.size <= screenshotMaxBytes || scale <= 1 ? picture : draw(1)
}
