import { Button, buttonClass, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Table2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { Notice } from '../../lib/texts/notice.tsx'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { useTitle } from '../../lib/use-title.ts'
import { addressOf, pages, paths } from '../../paths.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { apiParametersOf } from '../../scope/project-settings/api-parameters.ts'
import { restSettingsQuery } from '../../scope/project-settings/rest-settings-query.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import type { ApiDocsSearchProps } from './api-docs-search.ts'
import {
  apiOffText,
  noObjectsText,
  noObjectsTitle,
  noSchemasText,
  noSchemasTitle,
  objectsFailedText,
  pageTitle,
  settingsFailedText,
  settingsLinkText,
  withoutKeysText,
} from './messages.ts'
import { Introduction } from './parts/introduction.tsx'
import { LoadingDocs } from './parts/loading-docs.tsx'
import { GoneObject, ObjectDocs } from './parts/object-docs.tsx'
import { ObjectList } from './parts/object-list.tsx'
import { exposedObjectsQuery } from './queries.ts'

export interface ApiDocsPageProps extends ApiDocsSearchProps {
  readonly projectRef: string
}

/** Exposed tables, views and functions on the left, examples for the chosen one on the right. */
export function ApiDocsPage({ projectRef, search, onSearch }: ApiDocsPageProps) {
  const isNarrow = useIsNarrow()
  const mayRead = useIsAllowed(projectRef)('service_keys:read')
  const rest = useQuery(restSettingsQuery(projectRef))
  const schemas = rest.data && schemasOf(rest.data.db_schema)
  const objects = useQuery({ ...exposedObjectsQuery(projectRef, schemas ?? []), enabled: schemas !== undefined })
  const settings = useQuery({ ...projectSettingsQuery(projectRef), enabled: mayRead })
  const chosen = objects.data?.find(({ key }) => key === search.open)
  useTitle(chosen?.name ?? pageTitle)
  const target = {
    ...apiParametersOf(settings.data),
    schema: chosen === undefined || chosen.schema === schemas?.[0] ? null : chosen.schema,
  }
  const failed = [rest, objects].find(({ data, error }) => data === undefined && error !== null)
  const isLoading = failed === undefined && objects.data === undefined
  const isOpen = search.open !== undefined
  const back = () => onSearch({ ...search, open: undefined })

  const list: ReactNode =
    schemas === undefined || objects.data === undefined ? (
      isLoading && <LoadingDocs label="Loading tables and functions" />
    ) : objects.data.length === 0 ? (
      <NothingExposed projectRef={projectRef} schemas={schemas} />
    ) : (
      <ObjectList items={objects.data} search={search} onSearch={onSearch} />
    )
  return (
    <main className="flex min-h-0 flex-1 max-md:flex-col max-md:overflow-y-auto">
      {!(isNarrow && isOpen) && (
        <aside aria-label="Exposed objects" className="flex flex-col gap-2 p-4 max-md:order-2 md:w-72 md:shrink-0 md:overflow-y-auto md:border-r">
          {isOpen && (
            <Button variant="ghost" size="sm" className="self-start" onClick={back}>
              <ArrowLeft aria-hidden />
              Introduction
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
              All tables and functions
            </Button>
          )}
          {rest.data?.is_enabled === false && (
            <Notice tone="warning">
              {apiOffText}{' '}
              <AppLink href={settingsAddress(projectRef)} className="text-accent underline">
                {settingsLinkText}
              </AppLink>
            </Notice>
          )}
          {!mayRead && <Notice tone="warning">{withoutKeysText}</Notice>}
          {settings.error !== null && settings.data === undefined && (
            <ErrorNotice error={settings.error} subject={settingsFailedText} onRetry={() => void settings.refetch()} />
          )}
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
            <LoadingDocs label="Loading examples" />
          ) : isOpen && objects.data ? (
            <GoneObject />
          ) : (
            <Introduction projectRef={projectRef} schemas={schemas ?? []} target={target} />
          )}
        </div>
      </div>
    </main>
  )
}

const schemasOf = (text: string): readonly string[] =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

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
          Create table
        </AppLink>
      }
    >
      {noObjectsText(schemas)}
    </EmptyState>
  )
}
