import { createRootRouteWithContext } from '@tanstack/react-router'
import { RootLayout } from '../layouts/root-layout.tsx'
import type { RouterContext } from '../scope/router-context.ts'

export const Route = createRootRouteWithContext<RouterContext>()({ component: RootLayout })
