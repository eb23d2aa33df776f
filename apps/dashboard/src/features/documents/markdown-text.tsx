import type { ReactNode } from 'react'
import Markdown, { type Components } from 'react-markdown'
import remarkGfm from 'remark-gfm'
import './markdown-text.css'
import { markdownTextCopy } from './messages.ts'

/** Headings are below the page's own. Images are replaced by their texts: loading them would reveal the reader to others. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  a: ({ href, children }) => <Elsewhere href={href}>{children}</Elsewhere>,
  img: ({ alt }) => <em>{alt}</em>,
  table: ({ children }) => (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <section className="overflow-x-auto" aria-label={markdownTextCopy.table} tabIndex={0}>
      <table>{children}</table>
    </section>
  ),
}

function Elsewhere({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  // an address that is not safe is left out by the library
  if (href === undefined || href === '') return children
  if (href.startsWith('#')) return <a href={href}>{children}</a>
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** Markdown, with the tables and lists of GitHub's. HTML in it is shown as the text that it is. */
export function MarkdownText({ text }: { readonly text: string }) {
  return (
    <div className="markdown-text">
      <Markdown remarkPlugins={[remarkGfm]} components={components}>
        {text}
      </Markdown>
    </div>
  )
}
