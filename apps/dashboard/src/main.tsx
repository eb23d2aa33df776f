import './styles/app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { dropPageFrame } from './lib/appearance/page-frame.ts'
import { dropFailedLinks, noteMissingCode } from './lib/late/missing-code.ts'
import { paths } from './paths.ts'
import { buildRouter } from './router.ts'
import { lookForNewerBuild } from './scope/builds/newer-build.ts'
import { onRefusal } from './scope/client.ts'
import { createQueryClient } from './scope/clients/query-client.ts'
import { forgetEarlyCalls } from './scope/early/early-calls.ts'
import { hosted } from './scope/variant.ts'
import { mayMeanLostAccess, refreshStanding } from './scope/standing/standing.ts'

const queryClient = createQueryClient()
const router = buildRouter({ queryClient, variant: hosted })

onRefusal((error) => {
  if (mayMeanLostAccess(error)) refreshStanding(queryClient)
  if (error.code !== 'unauthorized') return
  // nobody is signed in
  forgetEarlyCalls()
  const { pathname, href } = router.state.location
  if (pathname === paths.signIn || router.state.isLoading) return
  queryClient.clear()
  void router.navigate({ to: paths.signIn, search: { returnTo: href }, replace: true })
})

// a file of this build could not be loaded: what the page shows depends on whether the server answers, and with which build
window.addEventListener('vite:preloadError', ({ payload }) => {
  noteMissingCode(payload)
  void lookForNewerBuild()
})
dropFailedLinks()
dropPageFrame(router)

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
