import type { DiagramColumn, DiagramModel, DiagramNode, DiagramRelation } from '../model/diagram-model.ts'
import { exportText } from './messages.ts'

/** Returns the diagram as a Mermaid erDiagram, for documents that draw it. */
export function diagramMermaid({ nodes, relations }: DiagramModel): string {
  const names = new Map(nodes.map((node) => [node.id, entityName(node)]))
  return [
    'erDiagram',
    ...nodes.flatMap((node) => entity(node)),
    ...relations.map((relation) => `  ${relationText(relation, names.get(relation.to)!, names.get(relation.from)!)}`),
    '',
  ].join('\n')
}

function entity(node: DiagramNode): string[] {
  const name = entityName(node)
  return node.columns.length === 0 ? [`  ${name}`] : [`  ${name} {`, ...node.columns.map((column) => `    ${attribute(column)}`), '  }']
}

/** Quoted names can contain anything but quotes and line breaks. */
function entityName({ type, schema, name }: DiagramNode): string {
  return `"${quotable(type === 'elsewhere' ? `${schema}.${name}` : name)}"`
}

const quotable = (text: string): string => text.replaceAll('"', "'").replaceAll(/[\p{Cc}\\%]/gu, '_')

/** Attribute types and names can't be quoted: other characters are replaced, and a comment has the real name. */
function attribute({ name, type, isPrimary, isForeign, isUnique, isNullable }: DiagramColumn): string {
  const keys = [isPrimary && 'PK', isForeign && 'FK', isUnique && !isPrimary && 'UK'].filter(Boolean).join(', ')
  const plain = word(name)
  const remark = [plain !== name && quotable(name), isNullable && exportText.nullable].filter(Boolean).join(', ')
  return [typeWord(type), plain, keys, remark === '' ? '' : `"${remark}"`].filter((part) => part !== '').join(' ')
}

function word(text: string): string {
  const plain = text.replaceAll(/[^\p{L}\p{N}_]+/gu, '_').replace(/(?<=.)_$/, '')
  return /^\p{L}|^_/u.test(plain) ? plain : `_${plain}`
}

/** Types start with a letter and can end in array brackets. */
function typeWord(type: string): string {
  const plain = word(type.replaceAll(/["[\]]/g, ''))
  return `${plain}${type.endsWith('[]') ? '[]' : ''}`
}

function relationText({ isUnique, isOptional, name }: DiagramRelation, to: string, from: string): string {
  return `${to} ${isOptional ? '|o' : '||'}--${isUnique ? 'o|' : 'o{'} ${from} : "${quotable(name)}"`
}
