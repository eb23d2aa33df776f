import type { Extension } from '@codemirror/state'
import { loaded } from '../late/loaded.ts'

/** Languages that code panels highlight; `text` is for everything else. */
export type CodeLanguage = 'sql' | 'typescript' | 'json' | 'html' | 'text'

const languages: Readonly<Record<Exclude<CodeLanguage, 'text'>, () => Promise<{ readonly default: Extension }>>> = {
  sql: loaded(() => import('./languages/sql.ts'), 'sqlLanguage'),
  typescript: loaded(() => import('./languages/script.ts'), 'typescriptLanguage'),
  html: loaded(() => import('./languages/html.ts'), 'htmlTemplates'),
  json: loaded(() => import('./languages/script.ts'), 'jsonLanguage'),
}

/** Loads a language; the editor shows plain text until it is there. */
export async function loadLanguage(language: CodeLanguage): Promise<Extension> {
  return language === 'text' ? [] : (await languages[language]()).default
}
