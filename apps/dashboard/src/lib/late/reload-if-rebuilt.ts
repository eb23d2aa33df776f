/**
 * Reloads the page if the server has another build by now: files of this one are gone then. Whatever else keeps a file from loading is
 * left to who asked for it; nothing that people have open is given up for that.
 */
export async function reloadIfRebuilt(): Promise<void> {
  const mine = [...document.scripts].map(({ src }) => src).find((src) => src.includes('/assets/'))
  if (mine === undefined) return
  try {
    const page = await (await fetch('/', { cache: 'no-store' })).text()
    if (page.includes('/assets/') && !page.includes(new URL(mine).pathname)) window.location.reload()
  } catch {
    // a server that does not answer has no other build to offer
  }
}
