import { Network, networksMax } from '@colonnade/contracts/connections/network-restrictions'
import { networksText } from './messages.ts'

export interface NetworksDraft {
  readonly networks: readonly string[]
  /** What keeps it from being saved. */
  readonly problem: string | undefined
}

/** What somebody wrote, a network a line. */
export function readNetworks(text: string): NetworksDraft {
  const networks: string[] = []
  for (const [index, line] of text.split('\n').entries()) {
    const network = line.trim().replace(/,$/, '')
    if (network === '' || networks.includes(network)) continue
    const issue = Network.safeParse(network).error?.issues[0]
    if (issue) return { networks, problem: networksText.line(index + 1, issue.message) }
    networks.push(network)
  }
  return { networks, problem: networks.length > networksMax ? networksText.projectHaveUpNetworks(networksMax) : undefined }
}

/** The text with one more line, unless it is there. */
export function addNetwork(text: string, network: string): string {
  const lines = text.split('\n').map((line) => line.trim())
  return lines.includes(network) ? text : [...lines.filter((line) => line !== ''), network].join('\n')
}
