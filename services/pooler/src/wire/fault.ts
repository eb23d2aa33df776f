/** Why a client is turned away, in the words and codes of Postgres (PostgreSQL documentation, appendix A). */
export class Fault extends Error {
  override readonly name = 'Fault'
  readonly sqlstate: string
  /** Suggested action. */
  readonly hint: string | undefined

  constructor(sqlstate: string, message: string, hint?: string) {
    super(message)
    this.sqlstate = sqlstate
    this.hint = hint
  }
}

/** An ErrorResponse of severity FATAL: the last thing that is said on a connection (PostgreSQL documentation, 54.7 and 54.8). */
export function fatalResponse(fault: Fault): Buffer {
  return response('FATAL', fault)
}

/** An ErrorResponse that ends a statement, and not the connection. */
export function errorResponse(fault: Fault): Buffer {
  return response('ERROR', fault)
}

function response(severity: string, { sqlstate, message, hint }: Fault): Buffer {
  const fields = [`S${severity}`, `V${severity}`, `C${sqlstate}`, `M${message}`, ...(hint === undefined ? [] : [`H${hint}`])]
  const body = Buffer.from(`${fields.map((field) => `${field.replaceAll('\0', '')}\0`).join('')}\0`)
  const header = Buffer.alloc(5)
  header.write('E', 0, 'latin1')
  header.writeInt32BE(body.length + 4, 1)
  return Buffer.concat([header, body])
}

/** Returns a server's ErrorResponse as a fault for a client. */
export function faultOf(message: Buffer): Fault {
  const fields = message.toString('utf8', 5).split('\0')
  const field = (type: string): string | undefined => fields.find((each) => each.startsWith(type))?.slice(1)
  return new Fault(field('C') ?? 'XX000', field('M') ?? 'the database server refused the connection', field('H'))
}
