import { use, type ComponentType } from 'react'

/** A route's component as the router takes it: `preload` is there until the code is. */
export interface LazyPage<Props> {
  (props: Props): React.JSX.Element
  preload: (() => Promise<void>) | undefined
}

/**
 * Loads a route's component with the route, in place of the router's own `lazyRouteComponent`. That one reloads the document when the code
 * can't be loaded, which throws away unsaved work and, offline, the whole dashboard; this one fails, so that the error page can say why, and
 * loads again the next time the route does.
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPage<Props> {
  let component: ComponentType<Props> | undefined
  let loading: Promise<ComponentType<Props>> | undefined
  const begin = async (): Promise<ComponentType<Props>> => {
    component = (await load())[name]
    page.preload = undefined
    return component
  }
  const page: LazyPage<Props> = Object.assign(
    function Page(props: Props) {
      const Component = component ?? use((loading ??= begin()))
      return <Component {...props} />
    },
    { preload: async () => void (await (loading = begin())) },
  )
  return page
}
