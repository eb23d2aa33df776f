import { dropByName } from '@colonnade/pg-meta/drops'
import { diagramTableLimit, type DiagramTable } from '@colonnade/pg-meta/diagram'
import { Button, buttonClass, EmptyState, IconButton, Menu, MenuItem, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Ellipsis, Pencil, Plus, Trash2, Workflow } from 'lucide-react'
import { formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useTitle } from '../../../lib/use-title.ts'
import { paths } from '../../../paths.ts'
import { DropDialog } from '../../../scope/drops/drop-dialog.tsx'
import { refreshProjectData } from '../../../scope/keys/keys.ts'
import { useMayWrite } from '../../../scope/permissions.ts'
import { defaultSchema } from '../../../scope/schemas/default-schema.ts'
import { SchemaPicker } from '../../../scope/schemas/schema-picker.tsx'
import { isSystemSchema, schemasQuery } from '../../../scope/schemas/schemas.ts'
import { DiagramView, DrawingDiagram } from './diagram-view.tsx'
import { schemasPageText } from './messages.ts'
import { SchemaForm } from './schema-form.tsx'
import { diagramQuery } from './schema-queries.ts'
import type { SchemaSearchProps } from './schema-search.ts'

export interface SchemasPageProps extends SchemaSearchProps {
  readonly projectRef: string
}

/** Shows the tables of a schema as a diagram or a list of relations, and creates, edits and drops schemas. */
export function SchemasPage({ projectRef, search, onSearch }: SchemasPageProps) {
  useTitle(schemasPageText.title)
  const client = useQueryClient()
  const schema = search.schema ?? defaultSchema
  const mayWrite = useMayWrite(projectRef, search.act !== undefined)
  const { data: known } = useQuery(schemasQuery(projectRef, true))
  const tables = useQuery(diagramQuery(projectRef, schema))
  const own = known?.find(({ name }) => name === schema)
  const isGone = known !== undefined && own === undefined
  const mayChange = mayWrite && own !== undefined && !isSystemSchema(schema)
  const leave = { ...search, act: undefined }
  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <header className="flex flex-wrap items-center gap-2 border-b px-4 py-2.5 md:px-8">
        <h1 className="mr-2 text-base font-semibold">{schemasPageText.title}</h1>
        <div className="flex w-40 min-w-0 max-md:order-1 max-md:flex-1">
          <SchemaPicker
            projectRef={projectRef}
            schema={schema}
            hasSystemSchemas
            onSchema={(next) => onSearch({ schema: next, view: search.view, group: search.group })}
          />
        </div>
        {mayChange && (
          <Menu
            trigger={
              <IconButton label={schemasPageText.actionsOf(schema)} className="max-md:order-1">
                <Ellipsis aria-hidden />
              </IconButton>
            }
          >
            <MenuItem icon={<Pencil aria-hidden />} onSelect={() => onSearch({ ...search, act: 'edit' })}>
              {schemasPageText.edit}
            </MenuItem>
            <MenuItem icon={<Trash2 aria-hidden />} isDanger onSelect={() => onSearch({ ...search, act: 'delete' })}>
              {schemasPageText.delete}
            </MenuItem>
          </Menu>
        )}
        {own?.comment != null && (
          <span className="min-w-0 max-w-72 truncate text-xs text-faint max-lg:hidden" title={own.comment}>
            {own.comment}
          </span>
        )}
        {mayWrite && (
          <Button variant="primary" size="sm" className="ml-auto" onClick={() => onSearch({ ...search, act: 'new' })}>
            <Plus aria-hidden />
            {schemasPageText.new}
          </Button>
        )}
      </header>
      {tables.error !== null && (
        <div className="p-4">
          <ErrorNotice error={tables.error} onRetry={() => void tables.refetch()} />
        </div>
      )}
      {tables.data === undefined && tables.error === null && <DrawingDiagram />}
      {tables.data?.length === 0 && (
        <div className="p-4 md:p-8">
          {isGone ? (
            <EmptyState
              icon={<Workflow aria-hidden />}
              title={schemasPageText.gone(schema)}
              action={<Button onClick={() => onSearch({})}>{schemasPageText.show(defaultSchema)}</Button>}
            >
              {schemasPageText.goneHint}
            </EmptyState>
          ) : (
            <EmptyState
              icon={<Workflow aria-hidden />}
              title={schemasPageText.empty(schema)}
              action={
                mayChange && (
                  <Link to={paths.project.newTable(projectRef, schema)} className={buttonClass({ variant: 'primary' })}>
                    <Plus aria-hidden />
                    {schemasPageText.newTable}
                  </Link>
                )
              }
            >
              {schemasPageText.emptyHint}
            </EmptyState>
          )}
        </div>
      )}
      {tables.data !== undefined && tables.data.length > 0 && (
        <>
          {tables.data.length > diagramTableLimit && (
            <p className="border-b bg-warning-tint px-4 py-1.5 text-xs">{schemasPageText.tooMany(schema, formatNumber(diagramTableLimit))}</p>
          )}
          <DiagramView key={schema} projectRef={projectRef} schema={schema} tables={drawn(tables.data)} search={search} onSearch={onSearch} />
        </>
      )}
      {search.act === 'new' && mayWrite && (
        <SchemaForm
          projectRef={projectRef}
          original={null}
          onClose={() => onSearch(leave)}
          onDone={(name) => onSearch({ schema: name }, { isSaved: true })}
        />
      )}
      {search.act === 'edit' && mayChange && (
        <SchemaForm
          key={own.id}
          projectRef={projectRef}
          original={own}
          onClose={() => onSearch(leave)}
          onDone={(name) => onSearch({ ...leave, schema: name === defaultSchema ? undefined : name }, { isReplaced: true, isSaved: true })}
        />
      )}
      {search.act === 'delete' && mayChange && (
        <DropDialog
          projectRef={projectRef}
          target={{ id: own.id, catalog: 'pg_namespace' }}
          noun={schemasPageText.noun}
          name={schema}
          description={schemasPageText.deleteText(schema)}
          drop={(options) => dropByName({ kind: 'schema', name: schema }, options)}
          onClose={() => onSearch(leave)}
          onDropped={() => {
            toast.success(schemasPageText.deleted(schema))
            void refreshProjectData(client, projectRef)
            onSearch({}, { isReplaced: true })
          }}
        />
      )}
    </main>
  )
}

const drawn = (tables: readonly DiagramTable[]): readonly DiagramTable[] =>
  tables.length > diagramTableLimit ? tables.slice(0, diagramTableLimit) : tables
