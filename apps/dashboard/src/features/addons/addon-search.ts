import type { AddonType } from '@colonnade/contracts/projects/addons'

/** Not by the contract's schema: that would be in the first load of the dashboard. */
const panels: readonly AddonType[] = ['compute_instance', 'pitr', 'custom_domain', 'ipv4']

/** Spec §2: `?panel=` opens the panel of an add-on. A name of none is named as undefined: what is left out stays as the address has it. */
export function readAddonSearch({ panel }: Readonly<Record<string, unknown>>): { readonly panel?: AddonType | undefined } {
  return { panel: panels.find((each) => each === panel) }
}
