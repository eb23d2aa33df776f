/** Wait between two tries: at first as long as a server takes to restart, later as long as someone stays offline. */
const waitMs = 1_000
const longWaitMs = 10_000
const quickTries = 60

/**
 * Loads a component's code when it is first shown: `lazy(loaded(() => import('./panel.tsx'), 'Panel'))`. What fails is tried again until it
 * works: a panel that failed for good would take the page around it, and what is being typed there, with it.
 */
export function loaded<Name extends string, Component>(
  load: () => Promise<Record<Name, Component>>,
  name: Name,
): () => Promise<{ default: Component }> {
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return { default: (await load())[name] }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, attempt < quickTries ? waitMs : longWaitMs))
      }
    }
  }
}
