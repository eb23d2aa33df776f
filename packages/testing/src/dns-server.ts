import dns2 from 'dns2'
import { once } from 'node:events'

/** A real DNS server on loopback, which knows what a test tells it. */
export interface TestDns extends AsyncDisposable {
  /** Address and port, as `COLONNADE_DNS_SERVERS` has it. */
  readonly server: string
  /** What there is from now on, in place of what was: `{ 'db.example.com A': ['192.0.2.1'] }`. Everything else does not exist. */
  serve(records: Readonly<Record<string, readonly string[]>>): void
  /** Names that it fails to answer for from now on, or one type of them: `db.example.com A`. */
  fail(names: readonly string[]): void
}

const { TYPE, CLASS, RCODE } = dns2.Packet
const types = { A: TYPE.A, AAAA: TYPE.AAAA, TXT: TYPE.TXT, CNAME: TYPE.CNAME } as const
type RecordType = keyof typeof types

export async function openTestDns(): Promise<TestDns> {
  let records: Readonly<Record<string, readonly string[]>> = {}
  let failing: readonly string[] = []
  const server = dns2.createUDPServer((request, send) => {
    const [question] = request.questions
    const response = dns2.Packet.createResponseFromRequest(request)
    const name = question!.name.toLowerCase()
    const type = (Object.keys(types) as RecordType[]).find((each) => types[each] === question!.type)
    if (failing.includes(name) || failing.includes(`${name} ${type}`)) response.header.rcode = RCODE.SERVFAIL
    else if (!Object.keys(records).some((key) => key.startsWith(`${name} `))) response.header.rcode = RCODE.NXDOMAIN
    else if (type !== undefined) response.answers.push(...answersFor(name, type))
    void send(response)
  })
  const answersFor = (name: string, type: RecordType): InstanceType<typeof dns2.Packet.Resource>[] => {
    // an alias is followed, as servers of the world do
    const alias = records[`${name} CNAME`]?.[0]
    if (alias !== undefined && type !== 'CNAME') return [resource(name, 'CNAME', alias), ...answersFor(alias, type)]
    return (records[`${name} ${type}`] ?? []).map((value) => resource(name, type, value))
  }
  await server.listen(0, '127.0.0.1')
  const { port } = server.address()
  return {
    server: `127.0.0.1:${port}`,
    serve: (next) => void (records = next),
    fail: (names) => void (failing = names),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      await closed
    },
  }
}

function resource(name: string, type: RecordType, value: string): InstanceType<typeof dns2.Packet.Resource> {
  const data = { A: { address: value }, AAAA: { address: value }, TXT: { data: value }, CNAME: { domain: value } }[type]
  return Object.assign(new dns2.Packet.Resource(name, types[type], CLASS.IN, 0), data)
}
