import { useQuery } from '@tanstack/react-query'
import { tableNamesQuery } from '../../../../scope/table-names.ts'
import { useTableForm } from '../form-context.ts'
import { attachProblems } from '../model/attach-problems.ts'
import { targetQuery } from '../queries.ts'
import { attachNotesText } from './messages.ts'

/** What Postgres looks at before a table becomes a partition, and whom that keeps waiting; first of all what it would refuse. */
export function AttachNotes({ table }: { readonly table: { readonly schema: string; readonly name: string } | null }) {
  const { projectRef, base, surroundings } = useTableForm()
  const { data: names = [] } = useQuery(tableNamesQuery(projectRef))
  const id = names.find(({ schema, name }) => schema === table?.schema && name === table.name)?.id
  const { data: child } = useQuery({ ...targetQuery(projectRef, id ?? 0), enabled: id !== undefined })
  const problems =
    base === null || id === undefined || child === undefined
      ? []
      : child === null
        ? [attachNotesText.onlyTables]
        : attachProblems(base.definition, child, surroundings.versionNumber)
  const hasDefault = base?.partitions.some(({ is_default }) => is_default) ?? false
  return (
    <div className="flex flex-col gap-2 text-xs">
      {problems.length > 0 && (
        <div role="alert" className="flex flex-col gap-1 rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
          <p className="font-medium">{attachNotesText.problems}</p>
          <ul className="list-disc pl-4 break-words text-soft">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className="list-disc pl-4 text-faint">
        <li>{attachNotesText.requirements}</li>
        <li>
          {attachNotesText.rowsChecked}
          {hasDefault && attachNotesText.defaultChecked}
        </li>
        <li>
          {attachNotesText.locks(hasDefault)}{' '}
          <a
            href="https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-ATTACH-PARTITION"
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-2"
          >
            {attachNotesText.postgresDocumentation}
          </a>
        </li>
      </ul>
    </div>
  )
}
