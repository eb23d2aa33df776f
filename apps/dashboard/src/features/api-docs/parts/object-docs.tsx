import { Badge, EmptyState } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { Notice } from '../../../lib/texts/notice.tsx'
import { kindLooks } from '../../../scope/relations/kind-looks.ts'
import type { Target } from '../examples/call.ts'
import { functionExamples } from '../examples/function-examples.ts'
import { readOnlyNote, relationExamples } from '../examples/relation-examples.ts'
import { detailsFailedText, goneText, goneTitle } from '../messages.ts'
import { type ExposedObject, relationDetailsQuery } from '../queries.ts'
import { ColumnTable } from './column-table.tsx'
import { ExampleList } from './example-list.tsx'
import { LoadingDocs } from './loading-docs.tsx'

export interface ObjectDocsProps {
  readonly projectRef: string
  readonly item: ExposedObject
  readonly target: Target
}

/** What one table or function is, and examples of requests to it. */
export function ObjectDocs({ projectRef, item, target }: ObjectDocsProps) {
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
      {item.kind === 'relation' ? (
        <RelationDocs projectRef={projectRef} item={item} target={target} />
      ) : (
        <>
          <section aria-labelledby="arguments" className="flex flex-col gap-2">
            <h2 id="arguments" className="font-medium">
              Arguments
            </h2>
            {item.arguments.length === 0 ? (
              <p className="text-soft">None</p>
            ) : (
              <ul aria-label="Arguments" className="divide-y rounded-lg border">
                {item.arguments.map(({ name, type, has_default: hasDefault, is_variadic: isVariadic }) => (
                  <li key={name} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-3 py-1.5 font-mono text-xs">
                    <span className="wrap-anywhere">{name === '' ? 'The request body' : name}</span>
                    <span className="text-faint wrap-anywhere">{type}</span>
                    {(hasDefault || isVariadic) && <Badge>Optional</Badge>}
                  </li>
                ))}
              </ul>
            )}
            <p className="text-soft">
              Returns <code className="font-mono text-xs wrap-anywhere">{item.return_type}</code>
            </p>
          </section>
          <Examples>
            <ExampleList examples={functionExamples(item)} target={target} />
          </Examples>
        </>
      )}
    </>
  )
}

interface RelationDocsProps extends ObjectDocsProps {
  readonly item: Extract<ExposedObject, { kind: 'relation' }>
}

function RelationDocs({ projectRef, item, target }: RelationDocsProps) {
  const { data, error, refetch } = useQuery(relationDetailsQuery(projectRef, item.id))
  if (data === null) return <GoneObject />
  if (data === undefined) {
    if (error === null) return <LoadingDocs label="Loading columns" />
    return <ErrorNotice error={error} subject={detailsFailedText} onRetry={() => void refetch()} />
  }
  const relation = { ...item, columns: data.columns, references: data.references }
  const note = readOnlyNote(relation)
  return (
    <>
      <section aria-labelledby="columns" className="flex flex-col gap-2">
        <h2 id="columns" className="font-medium">
          Columns
        </h2>
        <ColumnTable columns={data.columns} />
      </section>
      <Examples>
        {note !== undefined && <Notice>{note}</Notice>}
        <ExampleList examples={relationExamples(relation)} target={target} />
      </Examples>
    </>
  )
}

function Examples({ children }: { readonly children: React.ReactNode }) {
  return (
    <section aria-labelledby="examples" className="flex min-w-0 flex-col gap-2">
      <h2 id="examples" className="font-medium">
        Examples
      </h2>
      {children}
    </section>
  )
}

/** Stands in place of a table or function that an old link opens. */
export function GoneObject() {
  return (
    <EmptyState icon={<SearchX aria-hidden />} title={goneTitle}>
      {goneText}
    </EmptyState>
  )
}
