import { relationLines, type PlacedTable } from '../layout/relation-path.ts'
import { boxAround, tableHeight, tablePx } from '../layout/sizes.ts'
import type { DiagramColumn, DiagramModel, DiagramNode } from '../model/diagram-model.ts'

/** Colors of the picture, as CSS. */
export type PictureColors = Readonly<Record<'canvas' | 'surface' | 'raised' | 'line' | 'fg' | 'soft' | 'faint' | 'accent' | 'warning', string>>

export interface Picture {
  readonly svg: string
  readonly width: number
  readonly height: number
}

const marginPx = 40
const fontPx = 11
/** Width of a monospaced character of that size, to cut names that don't fit. */
const characterPx = fontPx * 0.62

/** Draws the diagram as a standalone SVG: no style sheet, and any monospaced font. */
export function diagramSvg(
  { nodes, relations }: Pick<DiagramModel, 'nodes' | 'relations'>,
  places: ReadonlyMap<string, PlacedTable>,
  colors: PictureColors,
): Picture {
  const drawn = nodes.flatMap((node) => {
    const place = places.get(node.id)
    return place === undefined ? [] : [{ node, place, height: tableHeight(node, place.isFolded) }]
  })
  const box = boxAround(drawn.map(({ place, height }) => ({ x: place.x, y: place.y, width: tablePx.width, height })))
  const { x, y, width, height } = box ?? { x: 0, y: 0, width: 0, height: 0 }
  const size = { width: Math.ceil(width + 2 * marginPx), height: Math.ceil(height + 2 * marginPx) }
  const lines = relations.flatMap((relation) => {
    const [from, to] = [places.get(relation.from), places.get(relation.to)]
    return from === undefined || to === undefined ? [] : relationLines(relation, from, to)
  })
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}" viewBox="${x - marginPx} ${y - marginPx} ${size.width} ${size.height}" font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="${fontPx}">`,
    `<rect x="${x - marginPx}" y="${y - marginPx}" width="${size.width}" height="${size.height}" fill="${colors.canvas}"/>`,
    `<path d="${lines.join('')}" fill="none" stroke="${colors.faint}"/>`,
    ...drawn.map(({ node, place, height: own }) => table(node, place, own, colors)),
    '</svg>',
  ]
  return { svg: svg.join('\n'), ...size }
}

function table(node: DiagramNode, { x, y, isFolded }: PlacedTable, height: number, colors: PictureColors): string {
  const { width, head, row } = tablePx
  const isElsewhere = node.type === 'elsewhere'
  const name = isElsewhere ? `${node.schema}.${node.name}` : node.name
  const columns = isFolded ? [] : node.columns
  return [
    `<g transform="translate(${x} ${y})">`,
    `<rect width="${width}" height="${height}" rx="6" fill="${colors.surface}" stroke="${colors.line}"${isElsewhere ? ' stroke-dasharray="4 3"' : ''}/>`,
    columns.length > 0 ? `<path d="M0 ${head}H${width}" stroke="${colors.line}"/>` : '',
    `<text x="10" y="${head / 2 + 4}" font-weight="600" fill="${isElsewhere ? colors.soft : colors.fg}">${fitting(name, width - 20)}</text>`,
    ...columns.map((column, at) => line(column, head + (at + 0.5) * row + 4, width, colors)),
    '</g>',
  ].join('')
}

function line({ name, type, isPrimary, isForeign, isNullable }: DiagramColumn, y: number, width: number, colors: PictureColors): string {
  const typeText = fitting(`${type}${isNullable ? '?' : ''}`, width * 0.4)
  const mark = isPrimary ? { text: 'PK', color: colors.warning } : isForeign ? { text: 'FK', color: colors.accent } : null
  return [
    mark === null ? '' : `<text x="10" y="${y}" font-size="9" fill="${mark.color}">${mark.text}</text>`,
    `<text x="28" y="${y}" fill="${colors.fg}">${fitting(name, width * 0.6 - 44)}</text>`,
    `<text x="${width - 10}" y="${y}" text-anchor="end" fill="${colors.faint}">${typeText}</text>`,
  ].join('')
}

function fitting(text: string, px: number): string {
  const characters = Array.from(text)
  const room = Math.floor(px / characterPx)
  return escaped(characters.length <= room ? text : `${characters.slice(0, room - 1).join('')}…`)
}

/** Escapes a text for XML, which allows no control characters. */
function escaped(text: string): string {
  const words: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return text.replaceAll(/\p{Cc}/gu, '\ufffd').replaceAll(/[&<>"]/g, (character) => words[character]!)
}
