import { Boxes } from 'lucide-react'
import { paths } from '../paths.ts'
import type { Menu } from './visible.ts'

/** Spec §2, organization routes. An entry comes with the page that it leads to. */
export const organizationMenu: Menu = [[{ label: 'Projects', icon: Boxes, to: paths.organization.projects, isExact: true }]]
