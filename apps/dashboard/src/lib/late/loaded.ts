/** Tries, and the wait between them: as long as people wait for a server that is started again. */
const tries = 60
const waitMs = 1_000

/**
 * Code that comes late: `lazy(loaded(() => import('./panel.tsx'), 'Panel'))`. While the server does not answer it is asked for again, so that
 * what was opened appears when it can; a panel that failed once would else be gone until the page is loaded anew.
 */
export function loaded<Name extends string, Component>(
  load: () => Promise<Record<Name, Component>>,
  name: Name,
): () => Promise<{ default: Component }> {
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { default: (await load())[name] }
      } catch (error) {
        if (attempt === tries) throw error
        await new Promise((resolve) => setTimeout(resolve, waitMs))
      }
    }
  }
}
