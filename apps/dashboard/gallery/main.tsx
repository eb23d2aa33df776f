import './gallery.css'
import { Toaster, TooltipProvider } from '@colonnade/ui'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Gallery } from './gallery.tsx'

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <TooltipProvider>
      <Gallery isBare={new URLSearchParams(location.search).has('bare')} />
      <Toaster />
    </TooltipProvider>
  </StrictMode>,
)
