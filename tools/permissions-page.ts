import { listEndpoints } from '@colonnade/contracts/apis/platform-api'
import { wholeApi } from '@colonnade/contracts/apis/whole-api'
import { accessOf, type Caller, callers } from '@colonnade/contracts/foundation/access'
import { type Endpoint, tokenScopes } from '@colonnade/contracts/foundation/endpoint'
import { basePermissions, isAllowed, permissions, rolePermissions, roles } from '@colonnade/contracts/foundation/permissions'
import { ownersPermissions } from '@colonnade/contracts/organizations/organization-roles'
import { permissionWords, roleWords } from '@colonnade/contracts/organizations/role-words'

const callerNames: Readonly<Record<Caller, string>> = {
  owner: roleWords.owner.name,
  administrator: roleWords.administrator.name,
  developer: roleWords.developer.name,
  'read-only': roleWords['read-only'].name,
  outsider: 'Others',
  stranger: 'Signed out',
}

/** Returns `docs/permissions.md`: each permission by role, and each call by caller. */
export function permissionsPage(): string {
  return `# Permissions

Generated from the contracts: the fields \`auth\`, \`permission\` and \`tokens\` of each endpoint, and the lists of the roles in
\`packages/contracts/src/foundation/permissions.ts\`. \`services/platform/src/permission-matrix.test.ts\` checks every cell against the service.
\`access.test.ts\` sends every call over HTTP without a session, as a non-member, and as each role without the permission.

## Roles

${roles.map((role) => `- **${roleWords[role].name}**: ${roleWords[role].summary}`).join('\n')}

${table(
  ['permission', 'allows', ...roles.map((role) => roleWords[role].name)],
  permissions.map((permission) => [
    `\`${permission}\``,
    permissionWords[permission],
    ...roles.map((role) => (isAllowed(rolePermissions[role], permission) ? 'yes' : '')),
  ]),
)}

Organizations create custom roles from these, except for ${ownersPermissions.map((permission) => `\`${permission}\``).join(', ')}, which only owners have. Every custom role includes ${basePermissions.map((permission) => `\`${permission}\``).join(' and ')}.
A custom role follows the same rule as these columns: \`yes\` if it has the call's permission, else 403. The test checks random custom roles.

## Calls

_Others_ aren't members of the organization: every call returns 404, as if it didn't exist. _Signed out_ callers get 401, and members without the permission 403.
_Token_ is the scope that an access token needs, in addition to its owner's permission: _any_ means that every token works, and a dash that no token does.

${nouns()
  .map(([noun, rows]) => `### ${noun}\n\n${callTable(rows)}`)
  .join('\n\n')}
`
}

interface Call {
  readonly name: string
  readonly endpoint: Endpoint
}

function nouns(): [string, Call[]][] {
  const byNoun = Map.groupBy(listEndpoints(wholeApi), ({ name }) => name.split('.')[0]!)
  return [...byNoun].toSorted(([one], [other]) => one.localeCompare(other, 'en'))
}

function callTable(calls: readonly Call[]): string {
  const heads = ['call', ...callers.map((caller) => callerNames[caller]), 'token']
  return table(
    heads,
    calls.map(({ endpoint }) => [`${endpoint.summary}<br>\`${endpoint.method} ${endpoint.path}\``, ...cells(endpoint), tokenCell(endpoint)]),
  )
}

function cells(endpoint: Endpoint): string[] {
  // the organization's roles don't apply there
  if (endpoint.auth === 'owner') return callers.map((caller) => (caller === 'stranger' ? '401' : "installation's owner"))
  return callers.map((caller) => {
    const access = accessOf(endpoint, caller)
    return access === 'allowed' ? 'yes' : String(access)
  })
}

function tokenCell(endpoint: Endpoint): string {
  if (endpoint.auth === 'public') return 'yes'
  const scopes = tokenScopes(endpoint)
  if (scopes === null) return '–'
  return scopes.length === 0 ? 'any' : scopes.map((scope) => `\`${scope}\``).join(' ')
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (each: readonly string[]): string => `| ${each.join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
