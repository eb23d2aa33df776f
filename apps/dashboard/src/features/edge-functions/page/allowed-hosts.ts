import { AllowedHost, allowedHostsMost } from '@colonnade/contracts/functions/edge-functions'
import { settingsText } from '../messages.ts'

/** Parses hosts written one per line. */
export function readHosts(text: string): { readonly hosts: string[]; readonly problem?: string } {
  const lines = text.split(/[\n,]/).map((line) => line.trim())
  const hosts: string[] = []
  for (const line of new Set(lines)) {
    if (line === '') continue
    const read = AllowedHost.safeParse(line)
    if (!read.success) return { hosts, problem: read.error.issues[0]!.message }
    hosts.push(read.data)
  }
  return hosts.length > allowedHostsMost ? { hosts, problem: settingsText.hostsMost(allowedHostsMost) } : { hosts }
}
