import { cn, LogoMark, SearchInput, Select, Spinner } from '@colonnade/ui'
import { Suspense, useState, useSyncExternalStore } from 'react'
import { themeChoices } from '../src/lib/appearance/theme.ts'
import { setTheme, useTheme } from '../src/lib/appearance/use-theme.ts'
import { galleryPages, type GalleryPage } from './pages.ts'

const widths = [
  { value: 'full', label: 'Full width' },
  { value: '1024', label: '1024 px' },
  { value: '768', label: '768 px' },
  { value: '390', label: '390 px' },
] as const
type Width = (typeof widths)[number]['value']

/** Every shared component in every state. `#charts` is the address of a page; `?bare` shows it alone, as the width switch does in a frame. */
export function Gallery({ isBare }: { readonly isBare: boolean }) {
  const page = useGalleryPage()
  if (isBare) return <Content page={page} isBare />
  return <Frame page={page} />
}

function Frame({ page }: { readonly page: GalleryPage }) {
  const theme = useTheme()
  const [width, setWidth] = useState<Width>('full')
  return (
    <div className="flex h-full flex-col">
      <header className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b px-4 py-2">
        <h1 className="flex items-center gap-2 text-sm font-semibold">
          <LogoMark className="text-accent" />
          Component gallery
        </h1>
        <div className="ml-auto flex gap-2">
          <Select label="Width" size="sm" className="w-28" value={width} onValueChange={setWidth} options={widths} />
          <Select label="Theme" size="sm" className="w-32" value={theme} onValueChange={setTheme} options={themeChoices} />
        </div>
      </header>
      <div className="flex min-h-0 flex-1 flex-col md:flex-row">
        <Navigation current={page} />
        <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">
          {width === 'full' ? (
            <Content page={page} />
          ) : (
            // a frame has the width that media queries ask for; the theme is read when it loads
            // oxlint-disable-next-line react/iframe-missing-sandbox -- it is this page
            <iframe
              key={theme}
              title={`${page.title} at ${width} px`}
              src={`?bare#${page.id}`}
              className="mx-auto block h-full border-x bg-canvas"
              style={{ width: Number(width) }}
            />
          )}
        </div>
      </div>
    </div>
  )
}

function Navigation({ current }: { readonly current: GalleryPage }) {
  const [typed, setTyped] = useState('')
  const found = galleryPages.filter(({ title, words }) => `${title} ${words}`.toLowerCase().includes(typed.trim().toLowerCase()))
  return (
    <nav aria-label="Pages" className="flex shrink-0 flex-col gap-2 border-b p-3 md:w-52 md:border-r md:border-b-0">
      <SearchInput label="Search components" placeholder="Search" value={typed} onChange={(event) => setTyped(event.target.value)} />
      <ul className="flex gap-1 overflow-x-auto md:flex-col">
        {found.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current.id ? 'page' : undefined}
              className={cn(
                'flex h-7 items-center rounded-md px-2 whitespace-nowrap focus-visible:-outline-offset-2',
                id === current.id ? 'bg-selected text-fg' : 'text-soft hover:bg-hover hover:text-fg',
              )}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 text-xs text-faint">Nothing matches.</p>}
    </nav>
  )
}

function Content({ page: { id, title, Content: Page }, isBare = false }: { readonly page: GalleryPage; readonly isBare?: boolean }) {
  return (
    <main aria-label={title} className="mx-auto flex max-w-5xl flex-col gap-10 px-4 py-6 md:px-8">
      {isBare && <h1 className="sr-only">{title}</h1>}
      <Suspense fallback={<Spinner label="Loading" />}>
        <Page key={id} />
      </Suspense>
    </main>
  )
}

function useGalleryPage(): GalleryPage {
  const id = useSyncExternalStore(
    (listener) => {
      window.addEventListener('hashchange', listener)
      return () => window.removeEventListener('hashchange', listener)
    },
    () => location.hash.slice(1),
  )
  return galleryPages.find((page) => page.id === id) ?? galleryPages[0]!
}
