import { Button, buttonClass, EmptyState } from '@colonnade/ui'
import { ArrowLeft, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { useTitle } from '../../lib/use-title.ts'
import { addressOf, pages, paths } from '../../paths.ts'
import type { ApiDocsSearchProps } from './api-docs-search.ts'
import {
  noObjectsText,
  noObjectsTitle,
  noSchemasText,
  noSchemasTitle,
  objectsFailedText,
  pageTitle,
  settingsLinkText,
  apiDocsPageText,
} from './messages.ts'
import { DocsNotices } from './parts/docs-notices.tsx'
import { Introduction } from './parts/introduction.tsx'
import { LoadingDocs } from './parts/loading-docs.tsx'
import { GoneObject, ObjectDocs } from './parts/object-docs.tsx'
import { ObjectList } from './parts/object-list.tsx'
import { useDocs } from './use-docs.ts'

export interface ApiDocsPageProps extends ApiDocsSearchProps {
  readonly projectRef: string
}

/** Exposed tables, views and functions on the left, examples for the chosen one on the right. */
export function ApiDocsPage({ projectRef, search, onSearch }: ApiDocsPageProps) {
  const isNarrow = useIsNarrow()
  const docs = useDocs(projectRef)
  const { schemas, objects, failed, isLoading } = docs
  const chosen = objects?.find(({ key }) => key === search.open)
  useTitle(chosen?.name ?? pageTitle)
  const target = docs.targetOf(chosen)
  const isOpen = search.open !== undefined
  const back = () => onSearch({ ...search, open: undefined })

  const list: ReactNode =
    schemas === undefined || objects === undefined ? (
      isLoading && <LoadingDocs label={apiDocsPageText.loading} />
    ) : objects.length === 0 ? (
      <NothingExposed projectRef={projectRef} schemas={schemas} />
    ) : (
      <ObjectList items={objects} search={search} onSearch={onSearch} />
    )
  return (
    <main className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
      {!(isNarrow && isOpen) && (
        <aside
          aria-label={apiDocsPageText.exposedObjects}
          className="flex flex-col gap-2 p-4 max-md:order-2 md:w-72 md:shrink-0 md:overflow-y-auto md:border-r"
        >
          {isOpen && (
            <Button variant="ghost" size="sm" className="self-start" onClick={back}>
              <ArrowLeft aria-hidden />
              {apiDocsPageText.introduction}
            </Button>
          )}
          {list}
        </aside>
      )}
      <div className="min-w-0 flex-1 md:overflow-y-auto">
        <div className="flex max-w-4xl flex-col gap-6 px-4 py-6 md:px-8 md:py-8">
          {isNarrow && isOpen && (
            <Button variant="ghost" size="sm" className="self-start" onClick={back}>
              <ArrowLeft aria-hidden />
              {apiDocsPageText.allTablesFunctions}
            </Button>
          )}
          <DocsNotices projectRef={projectRef} docs={docs} />
          {failed && <ErrorNotice error={failed.error} subject={objectsFailedText} onRetry={() => void failed.refetch()} />}
          {chosen ? (
            <ObjectDocs
              key={chosen.key}
              projectRef={projectRef}
              item={chosen}
              target={target}
              view={search.view ?? 'docs'}
              onView={(view) => onSearch({ ...search, view: view === 'docs' ? undefined : view })}
            />
          ) : isOpen && isLoading ? (
            <LoadingDocs label={apiDocsPageText.loadingExamples} />
          ) : isOpen && objects ? (
            <GoneObject />
          ) : (
            <Introduction projectRef={projectRef} schemas={schemas ?? []} target={target} />
          )}
        </div>
      </div>
    </main>
  )
}

const settingsAddress = (ref: string): string => addressOf(pages.settings.api, { ref })

function NothingExposed({ projectRef, schemas }: { readonly projectRef: string; readonly schemas: readonly string[] }) {
  const [first] = schemas
  if (first === undefined) {
    return (
      <EmptyState
        title={noSchemasTitle}
        action={
          <AppLink href={settingsAddress(projectRef)} className={buttonClass({})}>
            {settingsLinkText}
          </AppLink>
        }
      >
        {noSchemasText}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      icon={<Table2 aria-hidden />}
      title={noObjectsTitle}
      action={
        <AppLink href={paths.project.newTable(projectRef, first)} className={buttonClass({ variant: 'primary' })}>
          {apiDocsPageText.createTable}
        </AppLink>
      }
    >
      {noObjectsText(schemas)}
    </EmptyState>
  )
}
