import { StreamLanguage, type StreamParser } from '@codemirror/language'
import { readScript, startScript, type ScriptKind, type ScriptState } from './script-tokens.ts'

const define = (kind: ScriptKind): StreamLanguage<ScriptState> => {
  const parser: StreamParser<ScriptState> = {
    name: kind,
    startState: () => startScript(kind),
    copyState: (state) => ({ ...state, templates: [...state.templates] }),
    token: readScript,
    indent: ({ nesting }, textAfter, { unit }) => Math.max(0, nesting - (/^\s*[)\]}]/.test(textAfter) ? 1 : 0)) * unit,
    languageData: {
      ...(kind === 'typescript' && { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } }),
      closeBrackets: { brackets: kind === 'json' ? ['[', '{', '"'] : ['(', '[', '{', "'", '"', '`'] },
      indentOnInput: /^\s*[)\]}]$/,
    },
  }
  return StreamLanguage.define(parser)
}

/** TypeScript and JavaScript. */
export const typescriptLanguage = define('typescript')
export const jsonLanguage = define('json')
