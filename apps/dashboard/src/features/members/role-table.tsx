import { isAllowed, permissions, permissionWords, rolePermissions, roles, roleWords } from '@colonnade/contracts'
import { Table, TableCell, TableHead } from '@colonnade/ui'
import { Check } from 'lucide-react'
import { RolePermissions } from '../../lib/roles/role-field.tsx'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'

/** What each role may do, permission by permission. */
export function RoleTable() {
  const isNarrow = useIsNarrow()
  return (
    <section aria-label="What each role may do" className="flex flex-col gap-3">
      <div>
        <h2 className="text-sm font-medium">What each role may do</h2>
        <p className="text-xs text-faint">
          A role holds in the organization and in all of its projects, unless somebody has another one in single projects.
        </p>
      </div>
      {isNarrow ? <RoleList /> : <Matrix />}
    </section>
  )
}

/** On phones there is no room for a column each. */
function RoleList() {
  return (
    <ul aria-label="Roles" className="flex flex-col ruled rounded-lg border bg-surface">
      {roles.map((role) => (
        <li key={role} className="flex flex-col gap-1 px-3 py-3">
          <h3 className="text-sm font-medium">{roleWords[role].name}</h3>
          <p className="text-xs text-faint">{roleWords[role].summary}</p>
          <RolePermissions role={role} />
        </li>
      ))}
    </ul>
  )
}

function Matrix() {
  return (
    <Table label="Roles and permissions">
      <thead>
        <tr>
          <TableHead>They may …</TableHead>
          {roles.map((role) => (
            <TableHead key={role} className="w-28 text-center">
              <span title={roleWords[role].summary}>{roleWords[role].name}</span>
            </TableHead>
          ))}
        </tr>
      </thead>
      <tbody>
        {permissions.map((permission) => (
          <tr key={permission}>
            <th scope="row" className="min-w-56 border-b px-3 py-1.5 text-left font-normal [tr:last-child>&]:border-b-0">
              {permissionWords[permission]}
            </th>
            {roles.map((role) => (
              <TableCell key={role} className="text-center">
                {isAllowed(rolePermissions[role], permission) ? (
                  <>
                    <Check aria-hidden className="inline size-3.5 text-accent" />
                    <span className="sr-only">yes</span>
                  </>
                ) : (
                  <>
                    <span aria-hidden className="text-faint">
                      –
                    </span>
                    <span className="sr-only">no</span>
                  </>
                )}
              </TableCell>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
