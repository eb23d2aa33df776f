import { Badge, EmptyState, Tabs } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { Notice } from '../../../lib/texts/notice.tsx'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import { apiName, type Target } from '../examples/call.ts'
import { functionExamples } from '../examples/function-examples.ts'
import { embeddings, readOnlyNote, relationExamples } from '../examples/relation-examples.ts'
import { builderTab, detailsFailedText, docsTab, goneText, goneTitle } from '../messages.ts'
import { type ExposedObject, relationDetailsQuery } from '../queries.ts'
import { ColumnTable } from './column-table.tsx'
import { ExampleList } from './example-list.tsx'
import { LoadingDocs } from './loading-docs.tsx'
import { objectDocsText } from './messages.ts'

const RequestBuilder = lazy(loaded(() => import('../builder/request-builder.tsx'), 'RequestBuilder'))

export type ObjectView = 'docs' | 'request'

export interface ObjectDocsProps {
  readonly projectRef: string
  readonly item: ExposedObject
  readonly target: Target
  readonly view: ObjectView
  readonly onView: (view: ObjectView) => void
}

/** What one table or function is, examples of requests to it, and a form to send one. */
export function ObjectDocs(props: ObjectDocsProps) {
  const { item } = props
  return (
    <>
      <header className="flex flex-col gap-1">
        <h1 className="flex flex-wrap items-baseline gap-2 text-xl font-semibold tracking-tight">
          <span className="min-w-0 wrap-anywhere">{item.name}</span>
          <Badge>{item.kind === 'relation' ? kindLooks[item.type].label : 'Function'}</Badge>
        </h1>
        <p className="font-mono text-xs text-faint wrap-anywhere">
          {item.schema}.{item.name}
        </p>
        {item.comment !== null && <p className="text-soft wrap-anywhere">{item.comment}</p>}
      </header>
      {item.kind === 'relation' ? <RelationDocs {...props} item={item} /> : <FunctionDocs {...props} item={item} />}
    </>
  )
}

interface FunctionDocsProps extends ObjectDocsProps {
  readonly item: Extract<ExposedObject, { kind: 'function' }>
}

function FunctionDocs({ projectRef, item, target, view, onView }: FunctionDocsProps) {
  const examples = functionExamples(item)
  return (
    <Views
      view={view}
      onView={onView}
      docs={
        <>
          <section aria-labelledby="arguments" className="flex flex-col gap-2">
            <h2 id="arguments" className="font-medium">
              {objectDocsText.arguments}
            </h2>
            {item.arguments.length === 0 ? (
              <p className="text-soft">{objectDocsText.none}</p>
            ) : (
              <ul aria-label={objectDocsText.arguments} className="divide-y rounded-lg border">
                {item.arguments.map(({ name, type, has_default: hasDefault, is_variadic: isVariadic }) => (
                  <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-1.5 font-mono text-xs">
                    <span className="wrap-anywhere">{name === '' ? objectDocsText.requestBody : name}</span>
                    <span className="text-faint wrap-anywhere">{type}</span>
                    {(hasDefault || isVariadic) && <Badge>{objectDocsText.optional}</Badge>}
                  </li>
                ))}
              </ul>
            )}
            <p className="text-soft">
              {objectDocsText.returns} <code className="font-mono text-xs wrap-anywhere">{item.return_type}</code>
            </p>
          </section>
          <Examples>
            <ExampleList examples={examples} target={target} />
          </Examples>
        </>
      }
      request={
        <RequestBuilder
          projectRef={projectRef}
          name={item.name}
          target={target}
          examples={examples}
          columns={[]}
          embeds={[]}
          isReadOnly={item.is_read_only}
        />
      }
    />
  )
}

interface RelationDocsProps extends ObjectDocsProps {
  readonly item: Extract<ExposedObject, { kind: 'relation' }>
}

function RelationDocs({ projectRef, item, target, view, onView }: RelationDocsProps) {
  const { data, error, refetch } = useQuery(relationDetailsQuery(projectRef, item.id))
  if (data === null) return <GoneObject />
  if (data === undefined) {
    if (error === null) return <LoadingDocs label={objectDocsText.loadingColumns} />
    return <ErrorNotice error={error} subject={detailsFailedText} onRetry={() => void refetch()} />
  }
  const relation = { ...item, ...data, isView: item.type === 'v' || item.type === 'm' }
  const note = readOnlyNote(relation)
  const examples = relationExamples(relation)
  return (
    <Views
      view={view}
      onView={onView}
      docs={
        <>
          <section aria-labelledby="columns" className="flex flex-col gap-2">
            <h2 id="columns" className="font-medium">
              {objectDocsText.columns}
            </h2>
            <ColumnTable columns={data.columns} />
          </section>
          <Examples>
            {note !== undefined && <Notice>{note}</Notice>}
            <ExampleList examples={examples} target={target} />
          </Examples>
        </>
      }
      request={
        <RequestBuilder
          projectRef={projectRef}
          name={item.name}
          target={target}
          examples={examples}
          columns={data.columns.map(({ name }) => apiName(name))}
          embeds={embeddings(relation).map(({ select }) => select)}
          isReadOnly={false}
        />
      }
    />
  )
}

interface ViewsProps extends Pick<ObjectDocsProps, 'view' | 'onView'> {
  readonly docs: ReactNode
  readonly request: ReactNode
}

function Views({ view, onView, docs, request }: ViewsProps) {
  // loads with its first use; its request and response then stay while the docs are open
  const [wasOpened, setWasOpened] = useState(false)
  if (view === 'request' && !wasOpened) setWasOpened(true)
  return (
    <Tabs
      label={objectDocsText.sections}
      value={view}
      onValueChange={onView}
      panelClassName="pt-5"
      tabs={[
        { value: 'docs', label: docsTab, content: <div className="flex min-w-0 flex-col gap-6">{docs}</div> },
        {
          value: 'request',
          label: builderTab,
          isKept: wasOpened,
          content: <Suspense fallback={<LoadingDocs label={objectDocsText.loadingBuilder} />}>{request}</Suspense>,
        },
      ]}
    />
  )
}

function Examples({ children }: { readonly children: ReactNode }) {
  return (
    <section aria-labelledby="examples" className="flex min-w-0 flex-col gap-2">
      <h2 id="examples" className="font-medium">
        {objectDocsText.examples}
      </h2>
      {children}
    </section>
  )
}

/** Replaces a table or function that no longer exists. */
export function GoneObject() {
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={goneTitle}>
      {goneText}
    </EmptyState>
  )
}
