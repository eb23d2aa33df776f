import { isRef } from '@colonnade/core'
import { Fault } from '../wire/fault.ts'
import type { Parameters } from '../wire/startup.ts'

/** A client's role and project. */
export interface Destination {
  readonly ref: string
  /** The startup packet's parameters, the user being the role alone. */
  readonly parameters: Parameters
}

/**
 * Returns the project that a client means: the user is `role.ref`, or the ref is the first label of the TLS server name. Drivers request a database
 * named like the whole user if none was given, so that name becomes the role. `own` is the project of a dedicated port, and `domain` the project of a
 * domain: there, the user is a role.
 *
 * @throws Fault `28000`
 */
export function destinationOf(
  parameters: Parameters,
  servername: string | null,
  own: string | null = null,
  domain: string | null = null,
): Destination {
  const user = parameters.find(([name]) => name === 'user')?.[1] ?? ''
  if (user === '') throw new Fault('28000', 'no PostgreSQL user name specified in startup packet')
  const dot = user.lastIndexOf('.')
  const named = user.slice(dot + 1)
  if (dot > 0 && isRef(named)) {
    if (own !== null && named !== own) {
      const hint = 'Use a role without a project ref, such as postgres, or connect to the other project’s host.'
      throw new Fault('28000', `this port belongs to project ${own}, but the user names project ${named}`, hint)
    }
    if (domain !== null && named !== domain) {
      const hint = `Use a role without a project ref, such as postgres, or connect to the host of project ${named}.`
      throw new Fault('28000', `${servername} belongs to another project, but the user names project ${named}`, hint)
    }
    const role = user.slice(0, dot)
    const roleFor = (name: string, value: string): string => (name === 'user' || (name === 'database' && value === user) ? role : value)
    return { ref: named, parameters: parameters.map(([name, value]) => [name, roleFor(name, value)] as const) }
  }
  if (own !== null && domain !== null && own !== domain) {
    throw new Fault(
      '28000',
      `this port belongs to project ${own}, but ${servername} belongs to another project`,
      'Connect to that domain on the shared ports.',
    )
  }
  const meant = own ?? domain
  if (meant !== null) return { ref: meant, parameters }
  const label = servername?.split('.')[0]?.toLowerCase() ?? ''
  if (isRef(label)) return { ref: label, parameters }
  throw new Fault(
    '28000',
    `the user "${Buffer.from(user, 'latin1').toString()}" does not name a project`,
    'Connect as ROLE.REF, for example postgres.abcdefghijklmnopqrst, or use a domain of the project with TLS. The dashboard shows both under Connect.',
  )
}
