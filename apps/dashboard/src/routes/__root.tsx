import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootLayout } from '../layouts/root-layout.tsx'
import { ShellSearch } from '../lib/shell-search.ts'
import type { RouterContext } from '../scope/router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({ validateSearch: ShellSearch, component: RootLayout })
