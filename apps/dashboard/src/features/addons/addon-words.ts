import type { AddonReport, AddonState, AddonType } from '@colonnade/contracts/projects/addons'
import { computes, isResizable, type Project } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'
import { formatBytes } from '../../lib/bytes.ts'
import { nounOf } from '../../lib/texts/project-names.ts'

/** In the order of the page. */
export const shownTypes = ['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const satisfies readonly AddonType[]
/** Those of which one of some variants is chosen; a domain is named. */
export type ChosenType = Exclude<AddonType, 'custom_domain'>

export interface AddonWords {
  readonly title: string
  /** What it does. */
  readonly summary: string
  /** What it needs. */
  readonly needs: readonly string[]
  /** What there is without it. */
  readonly none: string
}

export const addonWords: Readonly<Record<AddonType, AddonWords>> = {
  compute_instance: {
    title: 'Compute size',
    summary: 'How much memory the database server may take, and how many connections it accepts.',
    needs: ['The server restarts: open connections end, and new ones wait for about a second.', 'Any plan.'],
    none: 'Nano',
  },
  pitr: {
    title: 'Point-in-time recovery',
    summary: 'Keeps all that is written, so that the database can be brought back to any second of a window: to just before a table was dropped.',
    needs: [
      'It begins with a backup; nothing restarts.',
      'As much disk as what is written within the window, compressed.',
      'The window is no longer than the plan keeps daily backups. Branches have none.',
    ],
    none: 'Off',
  },
  custom_domain: {
    title: 'Custom domain',
    summary: 'A name of your own that database clients reach the project by, as postgres, without the project’s name.',
    needs: ['A paid plan.', 'In DNS, a record that proves that the name is yours, and what leads it here.'],
    none: 'None',
  },
  ipv4: {
    title: 'Dedicated pooler with IPv4',
    summary: 'Ports on this machine’s IPv4 address for this project alone: clients connect as postgres, without the project’s name.',
    needs: [
      'A paid plan: on the Free plan projects use the shared pooler.',
      'Nothing restarts. The shared pooler goes on leading to the project too.',
    ],
    none: 'Shared pooler',
  },
}

/** One of the variants to choose from; `identifier` is null for none. */
export interface Choice {
  readonly identifier: string | null
  readonly name: string
  readonly detail: string | null
  readonly refusal: string | null
}

const bytesPerMb = 1024 * 1024

/** What may be chosen of an add-on, with what is the case without it. */
export function choicesOf(type: ChosenType, report: AddonReport): Choice[] {
  const variants = report.available_addons.find((offer) => offer.type === type)?.variants ?? []
  const choices = variants.map(({ identifier, name, refusal }) => ({ identifier, name, refusal, detail: detailOf(type, identifier) }))
  return type === 'compute_instance' ? choices : [{ identifier: null, name: addonWords[type].none, detail: null, refusal: null }, ...choices]
}

function detailOf(type: ChosenType, identifier: string): string | null {
  const size = type === 'compute_instance' && computes.find(({ id }) => `ci_${id}` === identifier)
  return size ? `${formatBytes(size.buffers_mb * bytesPerMb)} buffers, ${size.connections} connections, ${size.workers} workers` : null
}

export interface Current {
  readonly identifier: string | null
  readonly name: string
  readonly state: AddonState
  readonly problem: string | null
}

/** What the project has of an add-on; of sizes it always has one. */
export function currentOf(type: AddonType, report: AddonReport): Current {
  const found = report.selected_addons.find((addon) => addon.type === type)
  if (found) return { ...found.variant, state: found.state, problem: found.state === 'FAILING' ? found.problem : null }
  const first = type === 'compute_instance' ? choicesOf(type, report)[0]! : { identifier: null, name: addonWords[type].none }
  return { identifier: first.identifier, name: first.name, state: 'READY', problem: null }
}

export const stateLooks: Readonly<Record<AddonState, { readonly label: string; readonly tone: Tone } | null>> = {
  READY: null,
  CHANGING: { label: 'Being changed', tone: 'neutral' },
  REMOVING: { label: 'Being turned off', tone: 'neutral' },
  FAILING: { label: 'Failing', tone: 'danger' },
}

export interface Consequence {
  readonly button: string
  /** What must be known before; null where nothing is lost. */
  readonly warning: string | null
  /** What is lost can't be had back: it is asked once more. */
  readonly isDanger: boolean
}

/** What choosing something else does. */
export function consequenceOf(type: ChosenType, from: Pick<Current, 'identifier'>, to: Pick<Choice, 'identifier' | 'name'>): Consequence {
  const isOff = to.identifier === null
  switch (type) {
    case 'compute_instance':
      return { button: `Change to ${to.name}`, warning: 'The database restarts: open connections end.', isDanger: false }
    case 'pitr': {
      if (isOff) {
        const warning = 'What was kept is deleted: the database can be brought back to its backups, and to no moment between them.'
        return { button: 'Turn off', warning, isDanger: true }
      }
      const isShorter = daysOf(to.identifier) < daysOf(from.identifier)
      const button = from.identifier === null ? `Turn on, ${to.name}` : `Change to ${to.name}`
      return { button, warning: isShorter ? 'What was kept of the time before the shorter window is deleted.' : null, isDanger: isShorter }
    }
    case 'ipv4':
      return isOff
        ? { button: 'Turn off', warning: 'Its ports are closed: clients that use them must connect by the shared pooler instead.', isDanger: true }
        : { button: 'Turn on', warning: null, isDanger: false }
  }
}

/** Whether a choice takes a server that is not there: recovery begins with a copy of one, and a pooler is none of the project's. */
export function mustWait(type: ChosenType, project: Pick<Project, 'status'>, from: Pick<Current, 'identifier'>, to: string | null): boolean {
  if (type === 'compute_instance') return !isResizable(project)
  return type === 'pitr' && from.identifier === null && to !== null && project.status !== 'ACTIVE_HEALTHY'
}

/** What must wait until the project is active; null where nothing must. */
export function waitingText(
  type: ChosenType,
  project: Pick<Project, 'status' | 'parent_project_ref'>,
  { identifier }: Pick<Current, 'identifier'>,
): string | null {
  const noun = nounOf(project)
  if (type === 'compute_instance') return isResizable(project) ? null : `It can be changed while the ${noun} is active.`
  return type === 'pitr' && identifier === null && project.status !== 'ACTIVE_HEALTHY' ? `It can be turned on while the ${noun} is active.` : null
}

function daysOf(identifier: string | null): number {
  return Number(/^pitr_(\d+)$/.exec(identifier ?? '')?.[1] ?? 0)
}
