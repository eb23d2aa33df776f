import { drizzle } from './drizzle.ts'
import type { OrmGuide } from './orm-guide.ts'
import { prisma } from './prisma.ts'

/** Spec §2's two. */
export const ormGuides: readonly OrmGuide[] = [prisma, drizzle]
