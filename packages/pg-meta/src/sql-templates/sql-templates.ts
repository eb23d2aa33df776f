import { access } from './access.ts'
import { buildingBlocks } from './building-blocks.ts'
import { performance } from './performance.ts'
import { quickstarts } from './quickstarts.ts'
import type { SqlTemplate } from './sql-template.ts'

export { type SqlTemplate, templateCategories, type TemplateCategory } from './sql-template.ts'

/** Texts to begin with. Each is run by a test on a project as it is when it is new. */
export const sqlTemplates: readonly SqlTemplate[] = [...quickstarts, ...buildingBlocks, ...access, ...performance]
