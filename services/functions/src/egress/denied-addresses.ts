import { networkInterfaces } from 'node:os'

/** Networks that no function reaches: this machine, private ones, and what clouds answer their machines at. */
const networks = ['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '169.254.0.0/16', '100.64.0.0/10', '0.0.0.0', '[::]', '[::1]']

/** Mail is not sent from here. */
const ports = ['0.0.0.0/0:25', '0.0.0.0/0:587']

/** What Deno refuses, whichever name leads there: it checks the address that a name resolves to. Ranges of IPv6 it can't refuse. */
export function deniedAddresses(interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces()): readonly string[] {
  const own = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) => (family === 'IPv6' ? `[${address.split('%', 1)[0]}]` : address))
  return [...new Set([...networks, ...own, ...ports])]
}
