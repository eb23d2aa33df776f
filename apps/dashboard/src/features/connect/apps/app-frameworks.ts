import type { ApiParameters } from '../../../scope/project-settings/api-parameters.ts'
import type { Guide } from '../guide.ts'
import { astro } from './astro.ts'
import { next } from './next.ts'
import { nuxt } from './nuxt.ts'
import { react } from './react.ts'
import { refine } from './refine.ts'
import { remix } from './remix.ts'
import { solid } from './solid.ts'
import { sveltekit } from './sveltekit.ts'
import { vue } from './vue.ts'

/** Spec §2's nine. */
export const appFrameworks: readonly Guide<ApiParameters>[] = [next, remix, react, nuxt, vue, sveltekit, solid, astro, refine]
