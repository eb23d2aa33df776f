/** What people look for a template under, in the order in which they are shown. */
export const templateCategories = ['Quickstarts', 'Tables', 'Functions', 'Triggers', 'Policies', 'Roles', 'Performance', 'Housekeeping'] as const
export type TemplateCategory = (typeof templateCategories)[number]

/** A text that runs on any project as it is: a beginning to be changed, or a question to the database. */
export interface SqlTemplate {
  /** Unlike any other's: "todo-list". */
  readonly id: string
  readonly category: TemplateCategory
  readonly title: string
  /** One sentence: what it makes or shows. */
  readonly summary: string
  readonly sql: string
  /** An extension that has to be there to be created; the template is offered where it is. */
  readonly extension?: string
}

/** A text without the line breaks around it that the source has. */
export const text = ({ raw }: TemplateStringsArray): string => `${raw.join('').trim()}\n`
