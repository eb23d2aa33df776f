import { useQuery } from '@tanstack/react-query'
import { tableNamesQuery } from '../../../../scope/table-names.ts'
import { useTableForm } from '../form-context.ts'
import { attachProblems } from '../model/attach-problems.ts'
import { targetQuery } from '../queries.ts'

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
        ? ['Only a table can be attached here']
        : attachProblems(base.definition, child, surroundings.versionNumber)
  const hasDefault = base?.partitions.some(({ is_default }) => is_default) ?? false
  return (
    <div className="flex flex-col gap-2 text-xs">
      {problems.length > 0 && (
        <div role="alert" className="flex flex-col gap-1 rounded-md border border-danger/40 bg-danger-tint px-3 py-2">
          <p className="font-medium">It can not be attached as it is</p>
          <ul className="list-disc pl-4 break-words text-soft">
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </div>
      )}
      <ul className="list-disc pl-4 text-faint">
        <li>It needs the same columns with the same types, NOT NULL and checks; their order is free. Indexes that it lacks are built.</li>
        <li>
          Every row of it is checked against the bounds, unless a valid check constraint says the same already.
          {hasDefault && ' The default partition is checked, too: none of its rows may belong here.'}
        </li>
        <li>
          Nobody reads or writes it{hasDefault && ', or the default partition,'} meanwhile. The partitioned table goes on (SHARE UPDATE EXCLUSIVE).{' '}
          <a
            href="https://www.postgresql.org/docs/current/sql-altertable.html#SQL-ALTERTABLE-ATTACH-PARTITION"
            target="_blank"
            rel="noreferrer"
            className="underline underline-offset-2"
          >
            Postgres documentation
          </a>
        </li>
      </ul>
    </div>
  )
}
